// A second barrier.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: proved
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all, some;
    if (threadIdx.x == 0) {
        init(&all, 64);
        init(&some, 32);
    }
    __syncthreads();
    all.arrive_and_wait();
    if (threadIdx.x < 32)
        some.arrive_and_wait();
    a[threadIdx.x] = 1;
}
