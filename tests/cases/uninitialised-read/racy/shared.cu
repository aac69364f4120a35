// Shared memory that is read before it is written, by some thread in some round.
// kverify-test: block=64 grid=1

// The last element is never written.
// expect: proved
__global__ void last(const int *in, int *out)
{
    __shared__ int s[65];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + 1]; //~ warning uninitialised-read
}

// The guard of the write is the narrower one.
// expect: proved
__global__ void guard(const int *in, int *out)
{
    __shared__ int s[64];
    if (threadIdx.x < 60)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 61)
        out[threadIdx.x] = s[threadIdx.x]; //~ warning uninitialised-read
}

// The sum's last element of a block of 64 was not written where there are fewer.
// expect: proved
__global__ void tail(const int *in, int *out)
{
    __shared__ int s[64];
    if (threadIdx.x < 50)
        s[threadIdx.x] = in[threadIdx.x];
    for (int step = 32; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step]; //~ warning uninitialised-read
    }
    if (threadIdx.x == 0)
        out[0] = s[0];
}

// Written, but only in a later interval.
// expect: proved
__global__ void later(int *out)
{
    __shared__ int s[64];
    int before = s[threadIdx.x]; //~ warning uninitialised-read
    __syncthreads();
    s[threadIdx.x] = 1;
    out[threadIdx.x] = before;
}

// The first round reads what the last one writes.
// expect: proved
__global__ void rounds(int *out)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        sum += s[63 - threadIdx.x]; //~ warning uninitialised-read
        __syncthreads();
        s[threadIdx.x] = i;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
