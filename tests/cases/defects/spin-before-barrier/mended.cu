// It is set in front of the barrier.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void wait(int *a)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 40)
        atomicExch(&flag, 1);
    if (threadIdx.x < 32)
        while (atomicAdd(&flag, 0) == 0) { }
    __syncthreads();
    a[threadIdx.x] = 1;
}
