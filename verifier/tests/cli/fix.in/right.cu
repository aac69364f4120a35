__global__ void scale(int *out)
{
    out[blockDim.x * blockIdx.x + threadIdx.x] *= 2;
}
