// As many bits as it takes.

// expect: proved
__global__ void ones(int *out)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = blockIdx.x;
}

void run(int *out)
{
    ones<<<512, 256>>>(out);
}
