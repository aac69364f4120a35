#ifndef KERNELS_CUH
#define KERNELS_CUH
template <typename T, int N> __global__ void rows(T *to, const T *from, int n);
template <typename T, int N> __global__ void tiles(T *to, const T *from, int n);
template <typename T> __global__ void plain(T *to, int n);
#endif
