// kverify-test: block=64 grid=2
#include <cub/cub.cuh>

// A block-wide sum holds a barrier, and the other half of the block waits at another one.
// expect: violated
__global__ void half(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    if (threadIdx.x < 32) {
        int a = Reduce(storage).Sum(in[threadIdx.x]); //~ barrier-divergence with @other
        //~ data-race block shared read-write behind
        if (threadIdx.x == 0) out[blockIdx.x] = a;
    } else {
        __syncthreads(); // @other
    }
}
