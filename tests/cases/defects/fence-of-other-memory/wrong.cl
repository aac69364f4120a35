// CARP 6, LU decomposition: the barrier is for local memory, the data are in global memory.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void eliminate(__global float *m)
{
    const uint me = get_local_id(0);
    m[me] = me; // @write
    barrier(CLK_LOCAL_MEM_FENCE);
    m[64 + me] = m[63 - me]; //~ data-race block global read-write with @write
}
