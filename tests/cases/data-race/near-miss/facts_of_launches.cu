// What host code tests before a launch is what the kernel gets, also through a wider type and with a jump past it.

// expect: proved
__global__ void widened(int *p, int n)
{
    p[threadIdx.x * n] = threadIdx.x;
}

void run_widened(int *p, short n)
{
    if (n <= 0)
        goto out;
    if (n > 0)
        widened<<<1, 64>>>(p, n);
out:
    return;
}
