// In OpenCL all work-items must come to the barrier.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void k(__global int *out, int n)
{
    if (get_global_id(0) >= n)
        return;
    barrier(CLK_LOCAL_MEM_FENCE); //~ barrier-divergence with exit
    out[get_global_id(0)] = 1;
}
