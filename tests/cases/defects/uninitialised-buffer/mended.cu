// It is set first.

// expect: proved
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

void run(int *out)
{
    int *in;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    copy<<<1, 64>>>(in, out);
    cudaFree(in);
}
