// Conditions that would be true and of no use: nobody does anything where they hold, so that none is offered.

// expect: violated
// free-when: nothing
__global__ void switched_off(float *a, int k, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + k < n)
        a[0] = i; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
// free-when: nothing
__global__ void no_rounds(float *a, int rounds)
{
    for (int r = 0; r < rounds; r++)
        a[r] = threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
// free-when: nothing
__global__ void only_in_one_mode(float *a, int mode)
{
    if (mode == 3)
        a[0] = threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}
