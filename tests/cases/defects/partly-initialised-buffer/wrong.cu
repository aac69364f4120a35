// initcheck: a part of the buffer was written, all of it is read.

// expect: proved
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

void run(int *out, const int *host)
{
    int *in;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMemcpy(in, host, 64, cudaMemcpyHostToDevice); // @copy
    copy<<<1, 64>>>(in, out); //~ uninitialised-buffer with @copy
    cudaFree(in);
}
