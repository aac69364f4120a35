// What no tile and no row makes right.
#define W 256

// Two threads of every block of several.
// expect: violated
__global__ void halves(float *out)
{
    out[blockIdx.x * W + threadIdx.x / 2] = threadIdx.x; //~ data-race block global write-write //~ data-race grid global write-write
}

// Tiles that overlap by one.
// expect: violated
__global__ void overlapping(float *out)
{
    out[blockIdx.x * W + threadIdx.x] = blockIdx.x; // @first //~ data-race grid global write-write
    out[blockIdx.x * W + threadIdx.x + W] = threadIdx.x; //~ data-race grid global write-write //~ data-race grid global write-write with @first //~ data-race block global write-write with @first
}

// It looks whether it is beyond the last row, and not whether beyond the end of its own.
// expect: violated
__global__ void one_guard(float *a, int rows, int pitch)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (y < rows)
        a[y * pitch + x] = x + y; //~ data-race block global write-write //~ data-race grid global write-write
}
