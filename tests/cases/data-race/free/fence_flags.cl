// The fence covers both.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void k(__global int *a, __local int *b, __global int *out)
{
    size_t t = get_local_id(0);
    a[t] = t;
    b[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[t] = a[63 - t] + b[63 - t];
}
