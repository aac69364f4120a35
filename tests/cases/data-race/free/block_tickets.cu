// Slots of a block's part of an array, drawn from a counter of the block: no more are drawn than the block has threads.

// kverify-test: block=256

// expect: proved
__global__ void straight(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (in[i] > 0)
        out[blockIdx.x * 256 + atomicAdd(&count, 1)] = i;
}

// Two at a time.
// expect: proved
__global__ void pairs(int *out, const int *in)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (in[i] > 0) {
        int at = atomicAdd(&count, 2);
        out[blockIdx.x * 512 + at] = i;
        out[blockIdx.x * 512 + at + 1] = -i;
    }
}
