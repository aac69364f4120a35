// What threads leave behind that does not matter to those who stay.

// kverify-test: block=64 grid=1

// All leave, or nobody does.
// expect: proved
__global__ void together(int *o, int n)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (n) {
        if (threadIdx.x == 0)
            s = 0;
        return;
    }
    __syncthreads();
    o[threadIdx.x * s] = threadIdx.x;
}

// expect: proved
__global__ void elsewhere(int *o)
{
    __shared__ int s, t;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x == 9) {
        t = 0;
        return;
    }
    __syncthreads(); //~ warning barrier-divergence with exit
    o[threadIdx.x * s] = threadIdx.x;
}

// expect: proved
__global__ void nothing(int *o)
{
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 1;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    __syncthreads(); //~ warning barrier-divergence with exit
    o[threadIdx.x * s] = threadIdx.x;
}
