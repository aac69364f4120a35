// kverify-test: host=project
// Buffers are allocated in another file.

// A buffer of 1000 elements, and 1024 threads.
// expect: violated
__global__ void rounded_up(float *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f; //~ out-of-bounds
}

// expect: proved
__global__ void guarded(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = 1.0f;
}

// The caller hands over two places of one buffer.
// expect: violated
__global__ void shifted(float *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x]; //~ data-race block global read-write
}

// expect: proved
__global__ void apart(float *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}
