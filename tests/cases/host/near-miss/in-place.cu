// What a kernel reads of its own result, and what it reads only if it is told to, may be there for the first time.

// expect: proved
__global__ void add(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] += x[i];
}

// Each thread has written its element before it reads it.
__global__ void square(float *x)
{
    x[threadIdx.x] = threadIdx.x;
    x[threadIdx.x] *= x[threadIdx.x];
}

// Other threads have.
__global__ void reverse(float *x)
{
    x[(blockIdx.x + 1) * blockDim.x - 1 - threadIdx.x] = threadIdx.x;
    __syncthreads();
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f;
}

// Nobody reads what was there, unless the kernel is told to.
__global__ void blend(float *c, const float *a, float beta)
{
    float old = 0.0f;
    if (beta != 0.0f)
        old = c[threadIdx.x];
    c[threadIdx.x] = a[threadIdx.x] + beta * old;
}

void all_set(const float *in, float *out, int n)
{
    float *sum, *x;
    cudaMalloc(&sum, n * sizeof(float));
    cudaMalloc(&x, n * sizeof(float));
    cudaMemset(sum, 0, n * sizeof(float));
    cudaMemcpy(x, in, n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(sum, x, n);
    cudaMemcpy(out, sum, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(sum);
    cudaFree(x);
}

void own_results(const float *in, float *out)
{
    float *x, *y, *z, *a;
    cudaMalloc(&x, 256 * sizeof(float));
    cudaMalloc(&y, 256 * sizeof(float));
    cudaMalloc(&z, 256 * sizeof(float));
    cudaMalloc(&a, 256 * sizeof(float));
    cudaMemcpy(a, in, 256 * sizeof(float), cudaMemcpyHostToDevice);
    square<<<1, 256>>>(x);
    reverse<<<1, 256>>>(y);
    blend<<<1, 256>>>(z, a, 0.0f);
    cudaMemcpy(out, x, 256 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(out, y, 256 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(out, z, 256 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    cudaFree(a);
}
