// What cannot be reached need not be known.
// kverify-test: block=64 grid=2

__device__ void elsewhere(int *a);

// expect: proved
__global__ void k(int *a, unsigned way)
{
    __requires(way == 1 | way == 2);
    if (way == 1)
        a[blockIdx.x * 64 + threadIdx.x] = 1;
    else if (way == 2)
        a[blockIdx.x * 64 + threadIdx.x] = 2;
    else
        elsewhere(a);
}

// expect: unknown
__global__ void reached(int *a, unsigned way)
{
    __requires(way == 1 | way == 2 | way == 3);
    if (way == 1)
        a[blockIdx.x * 64 + threadIdx.x] = 1;
    else if (way == 2)
        a[blockIdx.x * 64 + threadIdx.x] = 2;
    else
        elsewhere(a);
}
