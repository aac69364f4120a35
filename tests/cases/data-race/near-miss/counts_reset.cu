// Kernels that count on zeros and find them: host code puts them there before each launch, or the kernel itself for the next.

// expect: proved
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

// expect: proved
__global__ void counts_round(const float *in, float *part, unsigned *done, float *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
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
__global__ void puts_it_back(const float *in, float *part, unsigned *done, float *out)
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
        *done = 0;
    }
}

// expect: proved
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

int main()
{
    float *in, *part, *out;
    unsigned *done;
    int *data, *flag, *seen, none = 0;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&part, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&done, sizeof(unsigned));
    cudaMemset(in, 0, 64 * sizeof(float));
    for (int i = 0; i < 3; i++) {
        cudaMemset(done, 0, sizeof(unsigned));
        last_block_sums<<<64, 32>>>(in, part, done, out);
    }
    cudaMemset(done, 0, sizeof(unsigned));
    counts_round<<<64, 32>>>(in, part, done, out);
    counts_round<<<64, 32>>>(in, part, done, out);
    puts_it_back<<<64, 32>>>(in, part, done, out);
    puts_it_back<<<64, 32>>>(in, part, done, out);

    cudaMalloc(&data, sizeof(int));
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&seen, 64 * sizeof(int));
    cudaMemcpy(flag, &none, sizeof(int), cudaMemcpyHostToDevice);
    after_a_flag<<<64, 32>>>(data, flag, seen);
    cudaMemcpy(flag, &none, sizeof(int), cudaMemcpyHostToDevice);
    after_a_flag<<<64, 32>>>(data, flag, seen);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
    cudaFree(done);
    cudaFree(data);
    cudaFree(flag);
    cudaFree(seen);
}
