// Where a pointer is not null, or is asked in the same way by both threads, nothing races.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void asked_twice(int *out, const int *mask)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = mask ? mask[i] : i;
    if (mask)
        __syncthreads();
    out[i] = mask ? s[63 - threadIdx.x] : 0;
}

// expect: violated
__global__ void asked_otherwise(int *out, const int *mask)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = mask ? mask[i] : i; // @put
    if (mask)
        __syncthreads();
    out[i] = mask ? 0 : s[63 - threadIdx.x]; //~ data-race block shared read-write with @put
}

// expect: proved
__global__ void own_variable(int *out)
{
    __shared__ int s[64];
    int *p = s;
    if (p == nullptr)
        out[0] = threadIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}
