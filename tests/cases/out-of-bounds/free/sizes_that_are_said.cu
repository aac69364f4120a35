// The sizes of buffers are said in the source.

// kverify: array-size out=n
// expect: proved
__global__ void guarded(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// kverify: array-size in=n+1
// kverify: assume extent(out) >= 4 * n
// expect: proved
__global__ void behind(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1];
}

// kverify: array-size out=blockDim.x*gridDim.x
// expect: proved
__global__ void unguarded(float4 *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(0, 0, 0, 0);
}
