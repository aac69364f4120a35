// Neighbours touch the same vector, but different components.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(float *out)
{
    __shared__ float4 s[65];
    int t = threadIdx.x;
    s[t].y = t;
    s[t + 1].x = t;
    out[blockIdx.x * 64 + t] = s[t].y + s[t + 1].x;
}
