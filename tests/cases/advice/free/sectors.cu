// Accesses of global memory that move what they need, or hardly more.
// kverify-test: block=64 grid=2 perf=yes

// expect: proved
__global__ void shifted(const float *in, float *out)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    out[n] = in[n + 1];
}

__global__ void vectors(const float4 *in, float4 *out)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    out[n] = in[n];
}

__global__ void one_for_all(const float *in, float *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x];
}

// Where memory decides nothing is said.
__global__ void gathered(const int *index, const float *in, float *out)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    out[n] = in[index[n]];
}
