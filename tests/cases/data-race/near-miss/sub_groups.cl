// Over both kinds of memory, each with its flag.
// kverify-test: block=64

// expect: proved
kernel void both(global int *out, global int *got, local int *tile)
{
    tile[get_local_id(0)] = 1;
    out[get_global_id(0)] = 2;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    got[get_global_id(0)] = tile[get_local_id(0) ^ 3] + out[get_global_id(0) ^ 1];
}
