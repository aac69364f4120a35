// The block that counts last reads what all have written (CUDA C++ Programming Guide, "Memory fence functions").
// kverify-test: block=64

__device__ unsigned done;

// expect: proved
__global__ void sum_of_blocks(float *part, float *total, const float *in)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        unsigned ticket = atomicInc(&done, gridDim.x);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            sum += part[i];
        *total = sum;
        done = 0;
    }
}

// All threads write, and wait for each other before one of them counts.
// expect: proved
__global__ void all_write(int *part, int *out, int *counter)
{
    __shared__ int ticket;
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        ticket = atomicAdd(counter, 1);
    __syncthreads();
    if (ticket == gridDim.x - 1)
        for (int b = 0; b < gridDim.x; ++b)
            out[b * 64 + threadIdx.x] = part[b * 64 + threadIdx.x];
}

// Each block sums its part up in a loop that its threads leave apart, and counts only where there are others.
// expect: proved
__global__ void sums_in_strides(float *part, float *total, const float *in, unsigned n)
{
    __shared__ float sums[64];
    __shared__ bool last;
    float sum = 0;
    for (unsigned i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 64; ++i)
            sum += sums[i];
        part[blockIdx.x] = sum;
    }
    if (gridDim.x > 1) {
        __threadfence();
        if (threadIdx.x == 0) {
            unsigned ticket = atomicInc(&done, gridDim.x);
            last = ticket == gridDim.x - 1;
        }
        __syncthreads();
        if (last) {
            float all = 0;
            for (unsigned i = threadIdx.x; i < gridDim.x; i += 64)
                all += part[i];
            total[threadIdx.x] = all;
            if (threadIdx.x == 0)
                done = 0;
        }
    }
}
