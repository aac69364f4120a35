// A launch by cudaLaunchKernelEx, whose configuration is a structure.
#include <cuda_runtime.h>

// expect: violated
__global__ void kernel(int *out) { out[blockIdx.x * blockDim.x / 2 + threadIdx.x] = blockIdx.x; } //~ data-race grid global write-write

int main()
{
    int *out;
    cudaMalloc(&out, 4096);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(256);
    cudaLaunchKernelEx(&config, kernel, out);
}
