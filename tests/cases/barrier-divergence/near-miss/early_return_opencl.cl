// The whole group returns.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global int *out, int n)
{
    if (get_group_id(0) >= n)
        return;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1;
}
