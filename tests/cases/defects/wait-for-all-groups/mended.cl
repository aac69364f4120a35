// What comes after all groups is a kernel of its own.

// expect: proved
__kernel void all_groups(__global int *out)
{
    out[get_global_id(0)] = 1;
}
