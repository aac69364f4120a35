// Forward progress: some threads spin for a flag that another one sets behind a barrier, to which they do not come.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void wait(int *a)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32)
        while (atomicAdd(&flag, 0) == 0) { } //~ non-terminating-loop
    __syncthreads();
    if (threadIdx.x == 40)
        atomicExch(&flag, 1);
    a[threadIdx.x] = 1;
}
