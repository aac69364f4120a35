#pragma once

template <typename T, int N>
__device__ void rotate(T *tile)
{
    T next = tile[(threadIdx.x + 1) % N];
    __syncthreads();
    tile[threadIdx.x] = next;
}

__device__ inline void put(int *out, int value) { out[threadIdx.x] = value; }
__device__ inline void put(float *out, float value) { out[0] = value; }
