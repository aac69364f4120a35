// One work-item writes each of them.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void last_writer(__global int *out, __local int *both)
{
    const uint me = get_local_id(0);
    if (me >= 62)
        both[me & 1] = me;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        out[0] = both[0] + both[1];
}
