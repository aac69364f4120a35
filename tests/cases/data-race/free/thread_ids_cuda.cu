// Linear ids from all dimensions.

// expect: proved
__global__ void k(int *out)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out[b * (blockDim.x * blockDim.y * blockDim.z) + t] = t;
}
