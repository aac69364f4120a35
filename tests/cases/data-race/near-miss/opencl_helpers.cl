// `max` moves nobody onto another's cell.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global int *out)
{
    __local int s[64];
    int t = get_local_id(0);
    s[max(t, 0)] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[min(t + 1, 63)];
}
