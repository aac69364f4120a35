// They wait, then read.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: proved
__global__ void reverse(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x];
    auto token = all.arrive();
    all.wait(std::move(token));
    a[threadIdx.x] = s[63 - threadIdx.x];
}
