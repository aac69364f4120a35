// Arguments that an array of pointers leads to.

// expect: violated
__global__ void one_too_far(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        a[i] = i; //~ out-of-bounds
}

int main()
{
    int n = 1000, *a;
    cudaMalloc(&a, n * 4);
    void *arguments[] = {&a, &n};
    cudaLaunchKernel((void *)one_too_far, dim3((n + 127) / 128), dim3(128), arguments, 0, 0);
}
