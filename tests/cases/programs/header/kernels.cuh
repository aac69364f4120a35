// kverify-test: host=project
// Kernels in a header are launched by those that include it.
#pragma once

#define TILE 128

// expect: proved
__global__ void tiles(int *a)
{
    __shared__ int tile[TILE];
    tile[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * TILE + threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}

// expect: violated
template <class T, int N> __global__ void rotated(T *a)
{
    __shared__ T tile[N];
    tile[threadIdx.x] = a[threadIdx.x]; // @put
    a[threadIdx.x] = tile[(threadIdx.x + 1) % N]; //~ data-race block shared read-write with @put
}

template <class T, int N> void launch(T *a)
{
    rotated<T, N><<<1, N>>>(a);
}
