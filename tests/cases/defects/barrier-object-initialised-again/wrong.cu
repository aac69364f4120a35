// synccheck, cuda::barrier: it is initialised again while threads may still wait.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    all.arrive_and_wait(); //~ barrier-divergence //~ barrier-divergence with @all //~ barrier-divergence with @half
    if (threadIdx.x == 0)
        init(&all, 32);
    __syncthreads(); // @all
    if (threadIdx.x < 32)
        all.arrive_and_wait(); // @half
    a[threadIdx.x] = 1;
}
