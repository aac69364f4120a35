// As in racy/block_messages.cu, but right.
// kverify-test: block=64 grid=3

// The fence stands where the flag is set: it holds for what the barrier brought.
// expect: proved
__global__ void fence_behind_the_barrier(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
    }
}

// More than is needed may be written behind the flag, elsewhere.
__global__ void written_elsewhere(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 42;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            atomicExch(flag, 1);
        data[threadIdx.x + 64] = 43;
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(flag, 0) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
    }
}
