// Undefined arithmetic: a product on the way to an index does not fit, for the launch that host code shows.

// expect: violated
__global__ void ones(char *out)
{
    int at = (int)blockIdx.x * 65536 + (int)threadIdx.x;
    out[at] = 1; //~ out-of-bounds
}

void run()
{
    char *out;
    cudaMalloc(&out, 1l << 32);
    ones<<<65536, 256>>>(out);
    cudaFree(out);
}
