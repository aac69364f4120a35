// Arguments that an array of pointers leads to, and a configuration.

// expect: proved
__global__ void by_an_array(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i % n] = i;
}

// expect: proved
__global__ void by_values(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i % n] = i;
}

// Something else is told of the array, and may change the number.
// expect: suspect
__global__ void told_of(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i % n] = i; //~ data-race block global write-write
}

// The number is another one when the launch reads it.
// expect: suspect
__global__ void changed(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i % n] = i; //~ data-race block global write-write
}

void other(void **);

void run(int *a, int *b, int *c, int *d)
{
    int n = 1024, m = 1024, k = 1024;
    void *all[] = {&a, &n};
    cudaLaunchKernel((void *)by_an_array, dim3(8), dim3(128), all, 0, 0);
    cudaLaunchConfig_t config = {};
    config.gridDim = 8;
    config.blockDim = 128;
    cudaLaunchKernelEx(&config, by_values, b, n);
    void *some[] = {&c, &m};
    other(some);
    cudaLaunchKernel((void *)told_of, dim3(1), dim3(128), some, 0, 0);
    void *late[] = {&d, &k};
    k = 5;
    cudaLaunchKernel((void *)changed, dim3(1), dim3(128), late, 0, 0);
}
