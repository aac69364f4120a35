// What asks or sets something of a kernel launches it no other way.
#include <cuda_runtime.h>

// expect: proved
__global__ void lanes(int *out)
{
    __shared__ int lanes[32];
    lanes[threadIdx.x & 31] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = lanes[threadIdx.x & 31];
}

void run(int *out)
{
    cudaFuncAttributes attributes;
    int blocks = 0;
    cudaFuncGetAttributes(&attributes, lanes);
    cudaFuncSetAttribute(lanes, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, lanes, 32, 0);
    lanes<<<1, 32>>>(out);
}
