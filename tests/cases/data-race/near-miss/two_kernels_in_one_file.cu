// Two kernels write the same cells, one after the other.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void first(int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: proved
__global__ void second(int *out)
{
    out[blockIdx.x * 64 + (threadIdx.x ^ 1)] = 2;
}
