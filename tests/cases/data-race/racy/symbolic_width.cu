// A thread past the end of its row is in the next one.

// expect: violated
__global__ void k(float *a, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < height)
        a[y * width + x] = x; //~ data-race block global write-write //~ data-race grid global write-write
}
