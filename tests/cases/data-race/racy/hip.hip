// HIP, launched by its macro: a tile is read before all of it is written.

#include <hip/hip_runtime.h>

#define N 256

// expect: violated
__global__ void reverse(float *a)
{
    HIP_DYNAMIC_SHARED(float, tile)
    int t = hipThreadIdx_x;
    int i = hipBlockIdx_x * hipBlockDim_x + t;
    tile[t] = a[i];               //~ data-race block shared read-write with @read
    a[i] = tile[N - 1 - t];       // @read
}

// expect: violated
template <class T, int B>
__global__ void sum(const T *in, T *out)
{
    __shared__ T part[B];
    part[threadIdx.x] = in[blockIdx.x * B + threadIdx.x];
    for (int d = B / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d)
            part[threadIdx.x] += part[threadIdx.x + d]; //~ data-race block shared read-write with @result
    }
    out[threadIdx.x] = part[0];   // @result
}

int main()
{
    float *a, *b;
    if (hipMalloc(&a, 16 * N * sizeof(float)) != hipSuccess || hipMalloc(&b, N * sizeof(float)) != hipSuccess)
        return 1;
    hipLaunchKernelGGL(reverse, dim3(16), dim3(N), N * sizeof(float), 0, a);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(sum<float, N>), dim3(1), dim3(N), 0, 0, a, b);
    return hipDeviceSynchronize() != hipSuccess;
}
