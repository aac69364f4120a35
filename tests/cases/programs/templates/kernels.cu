// kverify-test: host=project
// Templates of kernels that this file instantiates, and templates of another file launch.
#include "kernels.cuh"

// Blocks of N threads in all launches.
// expect: proved
template <typename T, int N> __global__ void rows(T *to, const T *from, int n)
{
    __shared__ T tile[N];
    int i = blockIdx.x * N + threadIdx.x;
    tile[threadIdx.x] = i < n ? from[i] : T(0);
    __syncthreads();
    if (i < n) to[i] = tile[N - 1 - threadIdx.x];
}
template __global__ void rows<float, 64>(float *to, const float *from, int n);
template __global__ void rows<double, 128>(double *to, const double *from, int n);

// One launch has more threads in a block than a tile has places.
// expect: violated
template <typename T, int N> __global__ void tiles(T *to, const T *from, int n)
{
    int i = blockIdx.x * N + threadIdx.x;
    if (i < n) to[i] = T(threadIdx.x); //~ data-race grid global write-write
}
template __global__ void tiles<float, 64>(float *to, const float *from, int n);

// Of an instantiation that nobody launches any launch is looked at.
// expect: violated
template <typename T> __global__ void plain(T *to, int n)
{
    if (threadIdx.x < n) to[threadIdx.x] = T(blockIdx.x); //~ data-race grid global write-write
}
template __global__ void plain<float>(float *to, int n);
