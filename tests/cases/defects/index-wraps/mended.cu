// Computed with 64 bits.

// expect: proved
__global__ void ones(int *out)
{
    unsigned long at = blockIdx.x * 65536ul + threadIdx.x;
    out[at] = blockIdx.x;
}

void run(int *out)
{
    ones<<<65537, 256>>>(out);
}
