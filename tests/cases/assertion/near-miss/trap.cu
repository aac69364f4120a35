// As in racy/trap.cu, but no thread comes there, or the caller says whether one does.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void nobody(int *a)
{
    if (threadIdx.x == blockDim.x)
        __trap();
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// expect: proved
__global__ void of_parameters(int *a, int n)
{
    if (n > 100)
        __trap();
    a[blockIdx.x * 64 + threadIdx.x] = n;
}

// expect: proved
__global__ void of_data(int *a)
{
    if (a[blockIdx.x * 64 + threadIdx.x] == 0)
        asm volatile("trap;");
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}

// What is said never to happen is taken at its word.
// expect: proved
__global__ void unreachable(int *a)
{
    if (threadIdx.x == 63)
        __builtin_unreachable();
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}
