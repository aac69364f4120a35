// The group number is missing.

// expect: violated
__kernel void k(__global int *out)
{
    out[get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}
