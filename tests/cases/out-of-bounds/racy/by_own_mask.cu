// What is handed over or read is anything; how far an index made of it goes, the kernel says itself.

// expect: violated
__global__ void masked_place(const int *in, int *out, int n)
{
    __shared__ int s[64];
    if (threadIdx.x < 64)
        s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = s[in[i] & 127]; //~ out-of-bounds
}

// expect: violated
__global__ void clamp(const int *in, int *out, int n)
{
    __shared__ int bins[64];
    if (threadIdx.x < 64)
        bins[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[min(max(in[i], 0), 64)], 1); //~ out-of-bounds
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// expect: violated
__global__ void one_of_nine(int *out, int k)
{
    int mine[8] = {};
    if (k > 9 || k < 1)
        return;
    mine[k - 1] = 2; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x & 7];
}

// The loop before says nothing of it.
// expect: violated
__global__ void behind_a_loop(float *out, int n)
{
    __shared__ float s[64];
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (threadIdx.x < 64)
        s[threadIdx.x + 1] = sum; //~ out-of-bounds
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A kernel that is made for one size of blocks has no other.
// expect: violated
__global__ void for_blocks_of_128(float *out)
{
    __shared__ float s[128];
    if (blockDim.x != 128)
        return;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x + 128]; //~ out-of-bounds
}
