// All come, from wherever.
// kverify-test: block=64 grid=1
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

// expect: proved
__global__ void all_of_them(int *out, int n) {
    __shared__ barrier ready;
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    for (int i = 0; i < n; ++i) ready.arrive_and_wait();
    out[threadIdx.x] = 1;
}
