// Threads that share a cell's number have different arrays.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void same_cell_of_either(int *y, int *z)
{
    int t = threadIdx.x;
    (t & 1 ? y : z)[t / 2] = t;
}

// expect: proved
__global__ void read_where_nobody_writes(int *out, int n)
{
    __shared__ int low[64], high[64];
    int t = threadIdx.x;
    low[t] = high[t] = 0;
    __syncthreads();
    (t & 1 ? low : high)[t] = n + t;
    out[t] = (t & 1 ? low : high)[t];
}
