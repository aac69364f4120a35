// kverify-test: host=project
// Two programs load it: each launches it.

// expect: violated
__kernel void put(__global float *a)
{
    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}
