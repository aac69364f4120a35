// One thread writes it first.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void count(int *out)
{
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, 1);
    __syncthreads();
    out[threadIdx.x] = total;
}
