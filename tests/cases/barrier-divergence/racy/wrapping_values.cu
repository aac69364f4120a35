// A barrier behind a value that wraps is as divergent as any.

// expect: violated
__global__ void behind(unsigned *p)
{
    unsigned w = 1;
    for (int i = 0; i < 100; i++)
        w = w * 1664525u + 1013904223u;
    if (threadIdx.x & 1)
        __syncthreads(); //~ barrier-divergence with exit
    p[blockIdx.x * blockDim.x + threadIdx.x] = w;
}
