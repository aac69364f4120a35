// What host code hands to a copy as its source keeps its value; what it hands over as the place for one does not.
__constant__ int width;

// expect: proved
__global__ void copied_from(float *a, int stride)
{
    a[blockIdx.x * stride + threadIdx.x] = blockIdx.x;
}

// expect: violated
__global__ void copied_to(float *a, int stride)
{
    a[blockIdx.x * stride + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write //~ out-of-bounds
}

int main()
{
    int stride = 64, other = 64;
    float *a;
    cudaMalloc(&a, 64 * 64 * sizeof(float));
    cudaMemcpyToSymbol(width, &stride, sizeof stride);
    copied_from<<<8, 64>>>(a, stride);
    cudaMemcpyFromSymbol(&other, width, sizeof other);
    copied_to<<<8, 64>>>(a, other);
    cudaFree(a);
}
