// Computed with 64 bits.

// expect: proved
__global__ void ones(char *out)
{
    long at = blockIdx.x * 65536l + threadIdx.x;
    out[at] = 1;
}

void run()
{
    char *out;
    cudaMalloc(&out, 1l << 32);
    ones<<<65536, 256>>>(out);
    cudaFree(out);
}
