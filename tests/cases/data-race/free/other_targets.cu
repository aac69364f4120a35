// What other architectures and compilers make of a kernel is as free of races.

#define G (blockIdx.x * blockDim.x + threadIdx.x)

// The usual way to add doubles below sm_60.
__device__ double add(double *place, double value) {
#if __CUDA_ARCH__ >= 600
    return atomicAdd(place, value);
#else
    unsigned long long *bits = (unsigned long long *)place;
    unsigned long long old = atomicAdd(bits, 0ull), seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
    } while (seen != old);
    return __longlong_as_double(old);
#endif
}

// expect: proved
__global__ void sum(double *total, const double *in) {
    add(total, in[G]);
}

// expect: proved
__global__ void hints(int *p) {
#ifdef __clang__
#pragma clang loop unroll(full)
#else
#pragma unroll
#endif
    for (int i = 0; i < 4; i++) p[4 * G + i] = i;
}

// The threads of a warp go together before Volta.
// expect: proved
__global__ void in_a_warp(int *p) {
    __shared__ int tile[33];
    tile[threadIdx.x] = threadIdx.x;
#if __CUDA_ARCH__ >= 700
    __syncwarp();
#endif
    p[threadIdx.x] = tile[threadIdx.x + 1]; //~ warning uninitialised-read
}

void run(int *p) {
    in_a_warp<<<1, 32>>>(p);
}
