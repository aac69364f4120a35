// One of them does.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void pairs(int *a)
{
    __shared__ int s[32];
    if (threadIdx.x % 2 == 0)
        s[threadIdx.x / 2] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x / 2];
}
