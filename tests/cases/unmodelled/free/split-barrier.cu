// kverify-test: block=64 grid=1
// A barrier in two halves orders what stands before its first and behind its second; which phase a thread waits for is
// not tracked, so that the race that seems to be there is never called certain.
#include <cuda/barrier>

// expect: proved
// today: suspect, because split barriers are not modelled
__global__ void turn(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = out[threadIdx.x];
    auto token = ready.arrive();
    ready.wait(std::move(token));
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
