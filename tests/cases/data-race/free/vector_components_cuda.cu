// Whole vectors, own cells.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(float4 *out, const float4 *in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    float4 v = in[i];
    v.x += v.w;
    out[i] = v;
}
