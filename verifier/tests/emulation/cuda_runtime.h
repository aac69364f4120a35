// As much of CUDA as the kernels of the test and emitted programs use, so that a C++ compiler can check them; and the
// kernel is run, one thread after the other.
#pragma once
#include <cstdlib>
#include <cstring>
#define __global__
#define __device__
#define __shared__ static
#define __restrict__
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;
inline void __syncthreads() {}
inline int atomicAdd(int *p, int v) { int old = *p; *p += v; return old; }
typedef int cudaError_t;
enum { cudaSuccess = 0 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char *cudaGetErrorString(cudaError_t) { return "error"; }
inline cudaError_t cudaMalloc(void **p, size_t n) { *p = malloc(n); return *p ? 0 : 2; }
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind) { memcpy(to, from, n); return 0; }
inline cudaError_t cudaDeviceSynchronize() { return 0; }
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, void *stream);
