// Indices that only the launch keeps inside, as it may: the sizes of arrays are what it is meant to have.

// expect: proved
__global__ void as_large_as_the_block(int *out)
{
    __shared__ int s[128];
    s[threadIdx.x] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// One place for each warp.
// expect: proved
__global__ void warps(int *out)
{
    __shared__ int s[8];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// The last warp reads what the warps left, as many as there are.
// expect: proved
__global__ void of_all_warps(int *out)
{
    __shared__ int s[8];
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = 1;
    __syncthreads();
    int sum = 0;
    if (threadIdx.x < blockDim.x / 32)
        sum = s[threadIdx.x % 32];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// expect: proved
__global__ void halo(int *out)
{
    __shared__ int s[130];
    int t = threadIdx.x;
    s[t + 1] = 1;
    if (t == 0)
        s[0] = 1;
    if (t == blockDim.x - 1)
        s[t + 2] = 1;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t] + s[t + 2];
}

// Blocks of 512 threads are not what these arrays are for.
// expect: proved
__global__ void for_large_blocks(int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x, sum = 0;
    if (blockDim.x >= 512 && t < 256)
        sum = s[t + 256];
    out[blockIdx.x * blockDim.x + t] = sum;
}

// expect: proved
__global__ void as_the_remainder(int *out)
{
    __shared__ int s[11];
    atomicAdd(&s[threadIdx.x % 11], 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// expect: proved
__global__ void up_to_the_last(int *out)
{
    __shared__ int s[17];
    if (threadIdx.x <= 16)
        s[threadIdx.x] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
