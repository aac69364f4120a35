// A recursive function computes a value; the place that it goes to does not depend on it.
// kverify-test: block=64 grid=2

__device__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

// expect: proved
__global__ void k(int *out)
{
    out[blockIdx.x * 64 + threadIdx.x] = fibonacci(threadIdx.x % 8);
}
