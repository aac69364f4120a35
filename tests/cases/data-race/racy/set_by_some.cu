// A flag in shared memory that some threads of the block may set, neither the first nor the last of it for certain.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void by_two(int *count, int *out)
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
        out[0] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void by_one_of_a_warp(int *count, int *out)
{
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t < 32)
        if (t < 1)
            if (atomicAdd(count, 1) == 3)
                flag = 1;
    __syncthreads();
    if (flag)
        out[0] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void in_the_middle(int *count, int *out)
{
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t > 10 && t < 20 && atomicAdd(count, 1) == 3)
        flag = 1;
    __syncthreads();
    if (flag)
        out[0] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void parts(int *count, int *out)
{
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t >= 32 && atomicAdd(count, 1) == 3)
        flag = 1;
    __syncthreads();
    if (flag && t == 5)
        __syncthreads(); //~ barrier-divergence with exit
    out[t] = t;
}
