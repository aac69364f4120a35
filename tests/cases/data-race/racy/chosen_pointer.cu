// An element of whichever array a condition chooses.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void one_cell_of_either(int *y, int *z, int n)
{
    (n > 4 ? y : z)[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void chosen_by_the_thread(int *out, int n)
{
    __shared__ int low[64], high[64];
    int t = threadIdx.x;
    low[t] = high[t] = 0;
    __syncthreads();
    (t & 1 ? low : high)[t] = n + t; // @put
    out[t] = (t & 1 ? high : low)[t ^ 1]; //~ data-race block shared read-write with @put
}
