// Smallest and largest element: one block each, both at once, by atomics, and the second stage.

#include <limits.h>

#define BLOCK 256

// expect: proved
// kverify: block=256
__global__ void minimum(const int *in, int *partial, int n)
{
    __shared__ int best[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    best[t] = i < n ? in[i] : INT_MAX;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half)
            best[t] = min(best[t], best[t + half]);
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = best[0];
}

// expect: proved
// kverify: block=256
__global__ void maximum(const int *in, int *partial, int n)
{
    __shared__ int best[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    best[t] = i < n ? in[i] : INT_MIN;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half && best[t + half] > best[t])
            best[t] = best[t + half];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = best[0];
}

// The lower half of the threads looks for the smallest, the upper half for the largest.
// expect: proved
// kverify: block=256
__global__ void minimum_and_maximum(const int *in, int *low, int *high, int n)
{
    __shared__ int small[BLOCK];
    __shared__ int large[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    small[t] = i < n ? in[i] : INT_MAX;
    large[t] = i < n ? in[i] : INT_MIN;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half) {
            if (small[t + half] < small[t])
                small[t] = small[t + half];
        } else if (t < 2 * half) {
            int k = t - half;
            if (large[k + half] > large[k])
                large[k] = large[k + half];
        }
        __syncthreads();
    }
    if (t == 0)
        low[blockIdx.x] = small[0];
    if (t == 1)
        high[blockIdx.x] = large[0];
}

// expect: proved
__global__ void minimum_and_maximum_atomic(const int *in, int *low, int *high, int n)
{
    int smallest = INT_MAX;
    int largest = INT_MIN;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        smallest = min(smallest, in[i]);
        largest = max(largest, in[i]);
    }
    atomicMin(low, smallest);
    atomicMax(high, largest);
}
