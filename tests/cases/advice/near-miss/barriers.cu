// Barriers that order something, and one that does not.
// kverify-test: block=64 grid=1 perf=yes

// expect: proved
__global__ void reversed(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads(); //~ note redundant-barrier
}

__global__ void rounds(int *a)
{
    __shared__ int s[64];
    for (int i = 0; i < 4; ++i) {
        s[threadIdx.x] = a[threadIdx.x + 64 * i];
        __syncthreads();
        a[threadIdx.x + 64 * i] = s[63 - threadIdx.x];
        __syncthreads();
    }
}

// All accesses are atomic, and no two race without the barrier: the sum is another one then.
__global__ void counted(int *a)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    a[threadIdx.x] = atomicAdd(&sum, 0);
}
