// initcheck: a kernel reads memory of the device that nobody wrote.

// expect: proved
__global__ void copy(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

void run(int *out)
{
    int *in;
    cudaMalloc(&in, 64 * sizeof(int)); // @allocation
    copy<<<1, 64>>>(in, out); //~ uninitialised-buffer with @allocation
    cudaFree(in);
}
