// Undefined arithmetic: a product on the way to an index does not fit, for the launch that host code shows.

// expect: violated
// today: proved, because overflow is an assumption, though one that says where it fails
__global__ void ones(char *out)
{
    int at = (int)blockIdx.x * 65536 + (int)threadIdx.x;
    out[at] = 1;
}

void run()
{
    char *out;
    cudaMalloc(&out, 1l << 32);
    ones<<<65536, 256>>>(out);
    cudaFree(out);
}
