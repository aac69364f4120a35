// `cudaLaunchKernel` is handed pointers to the arguments: two may lead to one buffer.

// expect: violated
__global__ void reversed(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i]; //~ data-race block global read-write //~ data-race grid global read-write
}

// expect: violated
__global__ void shifted(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i]; //~ data-race block global read-write //~ data-race grid global read-write
}

int main()
{
    float *p, *q;
    int n = 1000;
    cudaMalloc(&p, 1001 * sizeof(float));
    cudaMemset(p, 0, 1001 * sizeof(float));
    q = p;
    void *same[] = {&p, &q, &n};
    cudaLaunchKernel((void *)reversed, dim3(10), dim3(128), same, 0, 0);
    q = p + 1;
    cudaLaunchKernel((void *)shifted, dim3(10), dim3(128), same, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(p);
}
