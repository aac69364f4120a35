// What is as it should be, called by all threads of a block.
// kverify: entry shift<float, 64>
// kverify: entry local own=sum
// kverify: entry put own=value
// kverify: entry twice(float *)

// expect: proved
template <typename T, int N>
__device__ void shift(T *tile)
{
    T next = tile[(threadIdx.x + 1) % N];
    __syncthreads();
    if (threadIdx.x < N)
        tile[threadIdx.x] = next;
}

// A variable of each thread's own.
__device__ void local(float &sum, const float *in)
{
    sum += in[threadIdx.x];
}

inline __device__ void put(int *out, int value)
{
    out[threadIdx.x] = value;
}

__device__ void twice(float *a)
{
    a[threadIdx.x] *= 2;
}

__device__ void twice(int *a)
{
    a[0] *= 2;
}
