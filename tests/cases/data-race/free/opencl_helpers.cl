// `clamp`, `select` and `mad24` compute the index.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global int *out)
{
    __local int s[64];
    int t = get_local_id(0);
    s[clamp(t, 0, 63)] = select(1, 2, t > 5);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[mad24((int)get_group_id(0), 64, t)] = s[63 - t];
}
