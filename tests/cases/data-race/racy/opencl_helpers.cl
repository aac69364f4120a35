// A helper gets a pointer to local memory.
// kverify-test: block=64 grid=2

void put(__local int *s, int i, int x)
{
    s[i] = x; //~ data-race block shared write-write
}

// expect: violated
__kernel void k(__global int *out)
{
    __local int s[64];
    int t = get_local_id(0);
    put(s, min(t, 62), t);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[t];
}
