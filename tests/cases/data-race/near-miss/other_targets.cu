// As in the racy case, but each has the barrier that it needs.

// expect: proved
__global__ void turned(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
#if __CUDA_ARCH__ >= 900
    __syncthreads();
    p[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
#else
    __syncthreads();
    p[blockIdx.x * 64 + threadIdx.x] = tile[(threadIdx.x + 1) % 64];
#endif
}

// Host code asks as well.
void run(int *p) {
#ifndef __CUDA_ARCH__
    p = 0;
#endif
    turned<<<4, 64>>>(p);
}
