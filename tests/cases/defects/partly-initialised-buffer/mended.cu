// All of it is written.

// expect: proved
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

void run(int *out, const int *host)
{
    int *in;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMemcpy(in, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(in, out);
    cudaFree(in);
}
