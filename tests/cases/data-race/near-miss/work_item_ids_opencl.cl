// Without the offset the ids start at zero again.

// expect: proved
__kernel void k(__global int *out)
{
    out[get_global_id(0) - get_global_offset(0)] = 1;
    out[get_global_size(0) + get_group_id(0) * get_local_size(0) + get_local_id(0)] = 2;
}
