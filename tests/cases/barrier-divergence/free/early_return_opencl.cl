// The work is guarded, the barrier is not.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global int *out, int n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) < n)
        out[get_global_id(0)] = 1;
}
