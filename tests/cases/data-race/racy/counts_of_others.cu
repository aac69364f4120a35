// Kernels that count on zeros, and something else than a launch of their own that leaves other numbers there.

__device__ unsigned shared_count, set_count, round_count;

__global__ void count_some()
{
    atomicAdd(&shared_count, 1);
}

__global__ void start_at_two(int *other, unsigned *first)
{
    other[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        *first = 2;
}

// expect: unknown
__global__ void counted_by_another(const float *in, float *part, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&shared_count, 1) == gridDim.x - 1;
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

// expect: unknown
__global__ void set_by_the_host(const float *in, float *part, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&set_count, 1) == gridDim.x - 1;
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

// It is zero again only after one block more than there are.
// expect: unknown
__global__ void rounds_too_late(const float *in, float *part, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(&round_count, gridDim.x) == gridDim.x - 1;
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

// expect: unknown
__global__ void begun_by_another(const float *in, float *part, unsigned *done, float *out)
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
    unsigned *done, two = 2;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&part, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&done, sizeof(unsigned));
    cudaMemset(in, 0, 64 * sizeof(float));
    int *other;
    cudaMalloc(&other, 32 * sizeof(int));
    count_some<<<1, 2>>>();
    counted_by_another<<<64, 32>>>(in, part, out);
    cudaMemcpyToSymbol(set_count, &two, sizeof two);
    set_by_the_host<<<64, 32>>>(in, part, out);
    rounds_too_late<<<64, 32>>>(in, part, out);
    rounds_too_late<<<64, 32>>>(in, part, out);
    start_at_two<<<1, 32>>>(other, done);
    begun_by_another<<<64, 32>>>(in, part, done, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
    cudaFree(done);
    cudaFree(other);
}
