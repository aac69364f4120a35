// A function of the host that calls itself with what it has made: each call makes its own.
#include <cuda_runtime.h>

// expect: proved
__global__ void sums_of_blocks(const int *in, int *out, int *sums, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        out[i] = in[i] + in[n - 1 - i];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = in[blockIdx.x];
}

void scan(const int *in, int *out, int n)
{
    int blocks = (n + 63) / 64;
    int *sums, *scanned;
    cudaMalloc(&sums, blocks * sizeof(int));
    cudaMalloc(&scanned, blocks * sizeof(int));
    sums_of_blocks<<<blocks, 64>>>(in, out, sums, n);
    if (blocks > 1)
        scan(sums, scanned, blocks);
    cudaFree(sums);
    cudaFree(scanned);
}
