// memcheck: past the end of the shared memory that the launch asks for.

// expect: violated
__global__ void reverse(int *out)
{
    extern __shared__ int s[];
    s[threadIdx.x] = out[threadIdx.x]; //~ out-of-bounds
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; //~ out-of-bounds
}

void run(int *out)
{
    reverse<<<1, 128, 64 * sizeof(int)>>>(out);
}
