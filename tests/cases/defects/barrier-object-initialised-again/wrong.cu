// synccheck, cuda::barrier: it is initialised again while threads may still wait.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
// today: suspect, because replay does not follow barriers that are set up twice
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    all.arrive_and_wait(); // @wait
    if (threadIdx.x == 0)
        init(&all, 32); //~ data-race block shared with @wait
    __syncthreads();
    if (threadIdx.x < 32)
        all.arrive_and_wait();
    a[threadIdx.x] = 1;
}
