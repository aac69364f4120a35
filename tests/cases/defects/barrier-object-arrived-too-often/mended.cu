// Wait between them.
// kverify-test: block=64 grid=1
#include <cuda/barrier>

// expect: proved
__global__ void meet(int *a)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 64);
    __syncthreads();
    all.wait(all.arrive());
    all.wait(all.arrive());
    a[threadIdx.x] = 1;
}
