// Two kernels, no conflict in either.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void one(int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: proved
__global__ void other(int *out)
{
    out[blockIdx.x * 64 + 63 - threadIdx.x] = 1;
}
