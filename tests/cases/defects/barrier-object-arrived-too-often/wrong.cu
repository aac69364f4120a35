// synccheck, cuda::barrier: more arrivals in a phase than it expects.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
// today: unknown, because arrivals beyond what a phase expects are not modelled
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    auto first = all.arrive();
    auto second = all.arrive();
    all.wait(std::move(first));
    a[threadIdx.x] = 1;
}
