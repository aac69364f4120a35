// The sizes of buffers are said in the source.

// kverify: array-size out=n
// kverify: assume n >= 1
// expect: violated
__global__ void one_too_many(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = 1.0f; //~ out-of-bounds
}

// kverify: assume extent(out) >= 4 * n && extent(in) == 4 * n
// expect: violated
__global__ void behind(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1]; //~ out-of-bounds
}
