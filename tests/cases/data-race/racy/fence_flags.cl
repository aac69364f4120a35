// The fence covers local memory, the data is in global memory.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void k(__global int *a, __global int *out)
{
    size_t t = get_local_id(0);
    a[t] = t; // @put
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = a[63 - t]; //~ data-race block global read-write with @put
}
