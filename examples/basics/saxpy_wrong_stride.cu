// The stride forgets the number of blocks, so block 1 redoes what block 0 did.

// expect: violated
__global__ void saxpy_wrong_stride(int n, float a, const float *x, float *y)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n; i += blockDim.x)
        y[i] = a * x[i] + y[i]; //~ data-race grid global write-write //~ data-race grid global read-write
}
