// kverify-test: block=64 grid=2
#include <cub/cub.cuh>
#include <curand_kernel.h>

// A block-wide sum holds a barrier, and the other half of the block waits at another one.
// expect: violated
__global__ void half(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    if (threadIdx.x < 32) {
        int a = Reduce(storage).Sum(in[threadIdx.x]); //~ barrier-divergence with @other
        //~ data-race block shared write-write behind
        if (threadIdx.x == 0) out[blockIdx.x] = a;
    } else {
        __syncthreads(); // @other
    }
}

// A block draws from one Mersenne twister together.
// expect: violated
__global__ void draws_alone(curandStateMtgp32 *states, unsigned *out) {
    if (threadIdx.x < 48) out[blockIdx.x * 64 + threadIdx.x] = curand(&states[blockIdx.x]); //~ barrier-divergence with exit
}

// expect: proved
__global__ void draws_together(curandStateMtgp32 *states, unsigned *out) {
    out[blockIdx.x * 64 + threadIdx.x] = curand(&states[blockIdx.x]);
}
