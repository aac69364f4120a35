// A flag in shared memory that some threads of the block may set, and what is done then is done by one thread, or by each for itself.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void by_one(int *count, int *out)
{
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t == 0 && atomicAdd(count, 1) == 3)
        flag = 1;
    __syncthreads();
    if (flag)
        out[t] = t;
}

// expect: proved
__global__ void all_go_on(int *count, int *out)
{
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t < 2 && atomicAdd(count, 1) == 3)
        flag = 1;
    __syncthreads();
    if (flag)
        __syncthreads();
    out[t] = t;
}
