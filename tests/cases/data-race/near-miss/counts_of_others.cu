// Kernels that count on zeros, which other kernels and host code put there, or leave alone.

__device__ unsigned own_count, cleared_count, other_count;

__global__ void clear_own_count()
{
    own_count = 0;
}

__global__ void count_others()
{
    atomicAdd(&other_count, 1);
}

__global__ void start_at_zero(unsigned *first, int *other)
{
    other[threadIdx.x] = 7;
    if (threadIdx.x == 0)
        *first = 0;
}

// expect: proved
__global__ void cleared_by_a_kernel(const float *in, float *part, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&own_count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum;
    }
}

// expect: proved
__global__ void cleared_by_the_host(const float *in, float *part, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&cleared_count, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum;
    }
}

// expect: proved
__global__ void zeroed_by_a_kernel(const float *in, float *part, unsigned *done, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0.0f;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum;
    }
}

int main()
{
    float *in, *part, *out;
    unsigned *done, two = 2, none = 0;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&part, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&done, sizeof(unsigned));
    cudaMemset(in, 0, 64 * sizeof(float));
    int *other;
    cudaMalloc(&other, 32 * sizeof(int));
    cudaMemcpyToSymbol(other_count, &two, sizeof two);
    for (int i = 0; i < 3; i++) {
        clear_own_count<<<1, 1>>>();
        count_others<<<1, 32>>>();
        cleared_by_a_kernel<<<64, 32>>>(in, part, out);
        cudaMemcpyToSymbol(cleared_count, &none, sizeof none);
        cleared_by_the_host<<<64, 32>>>(in, part, out);
        start_at_zero<<<1, 32>>>(done, other);
        zeroed_by_a_kernel<<<64, 32>>>(in, part, done, out);
    }
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
    cudaFree(done);
    cudaFree(other);
}
