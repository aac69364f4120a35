// HIP, launched by its macro and with angle brackets.

#include "hip/hip_runtime.h"

#define N 256

// expect: proved
__global__ void reverse(float *a)
{
    HIP_DYNAMIC_SHARED(float, tile)
    int t = hipThreadIdx_x;
    int i = hipBlockIdx_x * hipBlockDim_x + t;
    tile[t] = a[i];
    __syncthreads();
    a[i] = tile[N - 1 - t];
}

#ifdef __HIP_PLATFORM_AMD__
// A shuffle moves values between lanes, however many they are: it writes no memory.
// expect: proved
__global__ void by_lanes(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = a[i];
    v += __shfl_down(v, 32);
    a[i] = __any(v > 0) ? v : 0;
}
#endif

int main()
{
    float *a;
    if (hipMalloc((void **)&a, 16 * N * sizeof(float)) != hipSuccess)
        return 1;
    hipLaunchKernelGGL(reverse, dim3(16), dim3(N), N * sizeof(float), 0, a);
    by_lanes<<<16, N>>>(a);
    return hipDeviceSynchronize() != hipSuccess;
}
