// CARP 3.1: work-items of one group write one place of local memory.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void last_writer(__global int *out, __local int *both)
{
    const uint me = get_local_id(0);
    both[me & 1] = me; //~ data-race block shared write-write
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        out[0] = both[0] + both[1];
}
