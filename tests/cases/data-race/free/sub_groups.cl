// Work-items of one sub-group exchange values over its barrier.
// kverify-test: block=64

// expect: proved
kernel void exchange(global int *out, local int *tile)
{
    tile[get_local_id(0)] = get_local_id(0);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[get_local_id(0) ^ 1];
}
