// The flag names global memory.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void eliminate(__global float *m)
{
    const uint me = get_local_id(0);
    m[me] = me;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    m[64 + me] = m[63 - me];
}
