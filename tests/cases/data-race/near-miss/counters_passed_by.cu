// A loop counts through the steps, and a test inside passes some of them by: with those the kernel would race.
bool is_usable(int step);

// expect: proved
__global__ void but_for_zero(int *a, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * step] = i;
}

void each_but_zero(int *a)
{
    for (int step = 0; step < 9; step++)
        if (step)
            but_for_zero<<<4, 256>>>(a, 1000, step);
}

// expect: suspect
__global__ void but_for_some(int *a, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * step] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

void each_but_some(int *a)
{
    for (int step = 0; step < 9; step++) {
        bool fits = is_usable(step);
        if (!fits)
            continue;
        but_for_some<<<4, 256>>>(a, 1000, step);
    }
}
