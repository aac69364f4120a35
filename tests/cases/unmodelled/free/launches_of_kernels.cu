// A kernel that launches kernels: what those do, and when, is not modelled.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void child(int *out, int n)
{
    if (blockIdx.x == 0)
        out[threadIdx.x] = n;
}

// The other grid writes the same elements at any time from then on.
// expect: unknown
__global__ void parent(int *out, int n)
{
    out[threadIdx.x] = 1;
    if (n > 3)
        child<<<1, 64>>>(out, n);
}

__device__ void starts(int *out, int n)
{
    child<<<1, 64>>>(out, n);
}

// expect: unknown
__global__ void parent_by_function(int *out, int n)
{
    out[threadIdx.x] = 1;
    starts(out, n);
}
