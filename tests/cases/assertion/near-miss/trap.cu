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

// What the source says never happens, on every way: a proof would be one of no launch.

// expect: unknown
__global__ void on_all_ways(int *a, int n)
{
    if (n >= 0)
        __builtin_unreachable();
    if (n < 0)
        __builtin_unreachable();
    a[0] = threadIdx.x;
}

// expect: unknown
__global__ void assumed_apart(int *a, int n)
{
    if (n > 10)
        __builtin_assume(n < 5);
    else
        __builtin_assume(n > 20);
    a[0] = threadIdx.x;
}

// expect: unknown
__global__ void on_the_way_out(int *a, int n)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads();
    if (n != 3)
        __builtin_unreachable();
    if (n == 3)
        __builtin_unreachable();
    a[0] = threadIdx.x;
}

// expect: unknown
__global__ void traps(int *a, int n)
{
    if (n > 3)
        __trap();
    if (n <= 3)
        __trap();
    a[0] = threadIdx.x;
}

// Some launches are left.
// expect: proved
__global__ void for_some(int *a, int n)
{
    if (n > 3)
        __builtin_unreachable();
    if (n < 3)
        __trap();
    a[blockIdx.x * 64 + threadIdx.x] = n;
}

// Some threads are left.
// expect: proved
__global__ void by_some(int *a)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x > 1)
        __builtin_unreachable();
    a[blockIdx.x] = 1;
}
