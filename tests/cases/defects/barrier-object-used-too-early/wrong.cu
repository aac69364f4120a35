// synccheck, cuda::barrier: threads arrive before it is sure to be initialised.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: violated
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64); // @init
    all.arrive_and_wait(); //~ data-race block shared with @init
    a[threadIdx.x] = 1;
}
