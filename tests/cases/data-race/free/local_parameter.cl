// Local memory handed over by the host, and a barrier.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__local int *s, __global int *out)
{
    size_t t = get_local_id(0);
    s[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[t ^ 1];
}
