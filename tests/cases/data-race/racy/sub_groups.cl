// A sub-group's barrier orders neither other sub-groups nor memory that its flags leave out.
// kverify-test: block=64 grid=1

// expect: violated
kernel void across(global int *out, local int *tile)
{
    tile[get_local_id(0)] = get_local_id(0); // @put
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - get_local_id(0)]; //~ data-race block shared read-write with @put
}

// The sub-groups are smaller than usual.
// expect: violated
// today: unknown, because only sub-groups of 32 work-items are known
__attribute__((intel_reqd_sub_group_size(16))) kernel void smaller(global int *out, local int *tile)
{
    tile[get_local_id(0)] = get_local_id(0);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[get_local_id(0) ^ 16];
}
