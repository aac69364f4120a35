// Indices that the kernel bounds by itself, and not by its array: no launch is meant to keep them inside.

// expect: violated
__global__ void beside_the_last(int *out)
{
    __shared__ int s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x + 1] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: violated
__global__ void one_too_many(int *out)
{
    __shared__ int s[16];
    if (threadIdx.x <= 16)
        s[threadIdx.x] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: violated
__global__ void another_remainder(int *out)
{
    __shared__ int s[10];
    atomicAdd(&s[threadIdx.x % 11], 1); //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: violated
__global__ void table(int *out)
{
    int own[4] = {0};
    own[threadIdx.x & 7] = 1; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[0];
}

__device__ int hundred[100];

// expect: violated
__global__ void across_blocks(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 101)
        hundred[i] = i; //~ out-of-bounds
    out[i] = 0;
}

// The tile of a block of 16 by 16, one row too far.
// expect: violated
__global__ void next_row(int *out)
{
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    if (x < 16 && y < 16)
        s[y + 1][x] = 1; //~ out-of-bounds
    if (blockIdx.x == 0 && x == 0 && y == 0)
        out[0] = 0;
}
