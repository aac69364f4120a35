// Buffers of their own for each argument; and a kernel that is looked up by its name as well, so that it is launched in ways that are not
// seen.
#include <cuda.h>

// expect: proved
__global__ void reversed(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

// expect: conditional
__global__ void summed(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x % 64] = in[threadIdx.x]; //~ warning data-race block shared write-write
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x % 64]; //~ warning data-race grid global write-write
}

// expect: proved
__global__ void copied(float *out, const float *in)
{
    __shared__ float s[64];
    s[threadIdx.x % 64] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x % 64];
}

void launch(CUmodule module, float *out, float *in)
{
    float *p, *q;
    int n = 1000;
    cudaMalloc(&p, n * sizeof(float));
    cudaMalloc(&q, n * sizeof(float));
    cudaMemset(q, 0, n * sizeof(float));
    void *apart[] = {&p, &q, &n};
    cudaLaunchKernel((void *)reversed, dim3(10), dim3(128), apart, 0, 0);
    cudaFree(p);
    cudaFree(q);

    summed<<<1, 64>>>(out, in);
    copied<<<1, 64>>>(out, in);
    CUfunction function;
    cuModuleGetFunction(&function, module, "summed");
    void *arguments[] = {&out, &in};
    cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, 0, arguments, 0);
}
