// kverify-test: assume="size >= 1 && part >= 2 && whole == part - 1"
// The same where the rows that they stand in are shorter by one of the common size.

// expect: violated
__global__ void in_columns(float *out, const float *in, int n, int size, int part, int whole) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / (part * size) * whole * size + i % (part * size) / size * size + i % size] = in[i]; //~ data-race block global write-write //~ data-race grid global write-write
}
