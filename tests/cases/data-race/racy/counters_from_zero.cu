// The loop hands over 0, where all threads write one place.

// expect: violated
__global__ void from_zero(int *a, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * step] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

void each_step(int *a)
{
    for (int step = 0; step < 9; step++)
        from_zero<<<4, 256>>>(a, 1000, step);
}

// The test asks about something else.
// expect: violated
__global__ void from_zero_if(int *a, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * step] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

void each_step_if(int *a, bool wanted)
{
    for (int step = 0; step < 9; step++)
        if (wanted)
            from_zero_if<<<4, 256>>>(a, 1000, step);
}
