// One component is written by its owner and read by the neighbour.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(float *out)
{
    __shared__ float4 s[65];
    int t = threadIdx.x;
    s[t].y = t; // @y
    out[blockIdx.x * 64 + t] = s[t + 1].y; //~ data-race block shared read-write with @y
}
