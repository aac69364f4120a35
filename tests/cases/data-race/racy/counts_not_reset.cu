// A kernel that counts on zeros, and host code that leaves something else: the second launch finds what the first one counted.

// expect: unknown
__global__ void last_block_sums(const float *in, float *part, unsigned *done, float *out)
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

// expect: unknown
__global__ void after_a_flag(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        out[blockIdx.x] = data[0];
    }
}

// The flag is set before the only launch.
// expect: unknown
__global__ void after_a_set_flag(int *data, int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        out[blockIdx.x] = data[0];
    }
}

__device__ unsigned arrived;

// expect: unknown
__global__ void by_a_variable(const float *in, float *part, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
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
    unsigned *done;
    int *data, *flag, *seen, one = 1;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&part, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&done, sizeof(unsigned));
    cudaMemset(in, 0, 64 * sizeof(float));
    cudaMemset(done, 0, sizeof(unsigned));
    for (int i = 0; i < 3; i++)
        last_block_sums<<<64, 32>>>(in, part, done, out);

    cudaMalloc(&data, sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&seen, 64 * sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    after_a_flag<<<64, 32>>>(data, flag, seen);
    after_a_flag<<<64, 32>>>(data, flag, seen);

    cudaMemcpy(flag, &one, sizeof(int), cudaMemcpyHostToDevice);
    after_a_set_flag<<<64, 32>>>(data, flag, seen);

    by_a_variable<<<64, 32>>>(in, part, out);
    by_a_variable<<<64, 32>>>(in, part, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
    cudaFree(done);
    cudaFree(data);
    cudaFree(flag);
    cudaFree(seen);
}
