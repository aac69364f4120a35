// A trap stops the kernel, whoever comes to it.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void last(int *a)
{
    if (threadIdx.x + 1 == blockDim.x)
        __trap(); //~ assertion
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: violated
__global__ void in_assembly(int *a)
{
    if (threadIdx.x > 62)
        asm volatile("trap;"); //~ assertion
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

__device__ int checked(int at)
{
    if (at >= 127)
        __builtin_trap(); //~ assertion
    return at;
}

// expect: violated
__global__ void in_function(int *a)
{
    a[checked(blockIdx.x * 64 + threadIdx.x)] = 1;
}
