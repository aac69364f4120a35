// As much as the block needs.

// expect: proved
__global__ void reverse(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

void run(int *out)
{
    reverse<<<1, 128, 128 * sizeof(int)>>>(out);
}
