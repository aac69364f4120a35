// The reference is to a local variable.
// kverify-test: block=64 grid=2

__device__ void add(int &sum, int x)
{
    sum += x;
}

// expect: proved
__global__ void k(int *out)
{
    int sum = 0;
    for (int i = 0; i < 4; ++i)
        add(sum, i * threadIdx.x);
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
