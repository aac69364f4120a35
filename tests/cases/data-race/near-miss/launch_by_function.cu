// kverify-test: block=256 grid=4
// A launch by cudaLaunchKernelEx; only every other block writes.
#include <cuda_runtime.h>

// expect: proved
__global__ void kernel(int *out)
{
    if (blockIdx.x % 2 == 0) out[blockIdx.x * blockDim.x / 2 + threadIdx.x] = blockIdx.x;
}

int main()
{
    int *out;
    cudaMalloc(&out, 4096);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(256);
    cudaLaunchKernelEx(&config, kernel, out);
}
