// synccheck, cuda::barrier: it waits for more threads than come.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
// today: unknown, because barriers that wait for threads of another kind are left open
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 65);
    __syncthreads();
    all.arrive_and_wait();
    a[threadIdx.x] = 1;
}
