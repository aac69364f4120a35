// Groups and local ids, put together by hand.
// kverify-test: block=8,8 grid=2,2

// expect: proved
__kernel void k(__global int *out)
{
    size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    size_t local_id = get_local_id(1) * get_local_size(0) + get_local_id(0);
    out[group * get_local_size(0) * get_local_size(1) + local_id] = 1;
}
