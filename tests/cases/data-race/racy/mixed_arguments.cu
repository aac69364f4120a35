// The bound comes from `fmax` of an integer and a number, and so every thread has the same place.

// expect: violated
__global__ void k(int *a)
{
    int i = fmax((int)threadIdx.x, 1024);
    a[i] = threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}
