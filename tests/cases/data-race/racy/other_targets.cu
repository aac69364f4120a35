// What other architectures and compilers make of a kernel races as well, and elsewhere.

#define G (blockIdx.x * blockDim.x + threadIdx.x)

// expect: violated
__global__ void architectures(int *p) {
#if __CUDA_ARCH__ < 600
    p[G / 2] = threadIdx.x; //~ data-race x3
#elif __CUDA_ARCH__ >= 900
    p[G / 4] = threadIdx.x; //~ data-race x2
#else
    p[G / 8] = threadIdx.x; //~ data-race x2
#endif
}

// expect: violated
__global__ void compilers(int *p) {
#ifdef __clang__
    p[G / 2] = threadIdx.x; //~ data-race x2
#else
    p[G / 4] = threadIdx.x; //~ data-race x2
#endif
}

// In a function and in a macro that the kernel uses.
#if __CUDA_ARCH__ >= 700
#define PLACE(i) ((i) / 2)
#else
#define PLACE(i) ((i) / 4)
#endif

__device__ void put(int *p, int i) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 860
    p[i] = threadIdx.x; //~ data-race x2
#else
    p[i] = threadIdx.x + 1; //~ data-race x3
#endif
}

// expect: violated
__global__ void indirect(int *p) {
    put(p, PLACE(threadIdx.x));
}
