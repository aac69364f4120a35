// The same in OpenCL.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void mirror(__global const int *in, __global int *out)
{
    __local int tile[128];
    const uint me = get_local_id(0);
    tile[me] = in[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[me] = tile[127 - me]; //~ warning uninitialised-read
}
