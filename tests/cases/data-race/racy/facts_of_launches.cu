// What host code tests before a launch is not always what the kernel gets.

// A stride of 256 is 0 for the kernel.
// expect: suspect
__global__ void narrowed(int *p, unsigned char n)
{
    p[threadIdx.x * n] = threadIdx.x; //~ data-race
}

void run_narrowed(int *p, int n)
{
    if (n > 0)
        narrowed<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void jumped(int *p, int n)
{
    p[threadIdx.x * n] = threadIdx.x; //~ data-race
}

void run_jumped(int *p, int n)
{
    if (n == 0)
        goto in;
    if (n > 0) {
    in:
        jumped<<<1, 64>>>(p, n);
    }
}
