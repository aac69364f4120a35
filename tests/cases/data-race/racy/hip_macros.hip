// What the compiler for AMD's devices defines: there is no barrier.

#include <hip/hip_runtime.h>

// expect: violated
__global__ void on_amd(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x; //~ data-race block shared read-write with @read
#ifndef __AMDGCN__
    __syncthreads();
#endif
    a[threadIdx.x] = s[63 - threadIdx.x]; // @read
}

int main()
{
    int *a;
    if (hipMalloc(&a, 64 * sizeof(int)) != hipSuccess)
        return 1;
    hipLaunchKernelGGL(on_amd, 1, 64, 0, 0, a);
    return hipDeviceSynchronize() != hipSuccess;
}
