__global__ void scale(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    out[i] = 2 * v;
}

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1;
    if (i == 0)
        out[n - 1] = 2;
}

void host(int n)
{
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    scale<<<(n + 255) / 256, 256>>>(a, b, n);
    fill<<<(n + 255) / 256, 256>>>(b, n);
}
