// kverify-test: block=64
// The size of the grid, and a parameter that asks for the access, say nothing of the index.

// expect: violated
__global__ void one_more(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x + 1] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: violated
__global__ void where_asked(int *out, int mode)
{
    __shared__ int s[63];
    if (mode > 3)
        s[threadIdx.x] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: violated
__global__ void in_a_loop(int *out, int n)
{
    __shared__ int s[64];
    for (int j = 0; j < n; j++)
        s[threadIdx.x + 1] = j; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
