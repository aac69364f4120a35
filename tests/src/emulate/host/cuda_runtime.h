// As much of CUDA's host interface as emitted programs use, over the emulation. With KV_TRACE the accesses are logged.
#pragma once
#include "../emulation.h"
#ifdef KV_TRACE
#include "trace.h"
#endif

typedef int cudaError_t;
enum { cudaSuccess = 0 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
static inline const char *cudaGetErrorString(cudaError_t) { return "error"; }
static inline cudaError_t cudaMalloc(void **p, size_t n) {
    *p = aligned_alloc(256, (n + 255) / 256 * 256);
    return *p ? 0 : 2;
}
static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind) {
    memcpy(to, from, n);
    return 0;
}
static inline cudaError_t cudaDeviceSynchronize() { return 0; }
template <typename... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments, size_t = 0, void * = 0) {
    return emulation::launch(kernel, grid, block, arguments) ? 0 : 1;
}
