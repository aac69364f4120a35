// A launch by cudaLaunchKernelEx, whose configuration is a structure.
#include <cuda_runtime.h>

// expect: proved
__global__ void kernel(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main()
{
    int *out;
    cudaMalloc(&out, 4096);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(256);
    cudaLaunchKernelEx(&config, kernel, out);
}
