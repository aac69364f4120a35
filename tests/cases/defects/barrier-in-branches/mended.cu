// One barrier for all.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void halves(int *a)
{
    if (threadIdx.x % 2)
        a[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x % 2 == 0)
        a[threadIdx.x] = 2;
}
