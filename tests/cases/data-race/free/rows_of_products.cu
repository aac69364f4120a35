// kverify-test: assume="size >= 1 && part >= 1 && whole >= part"
// A number's rows are products of sizes, and stand in longer rows of which they have a size in common.

// expect: proved
__global__ void joined(float *out, const float *in, int n, int size, int part, int whole, int offset) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int row = size * part;
        const int number = i / row, rest = i % row;
        out[rest + (number * whole + offset) * size] = in[i];
    }
}

__global__ void in_columns(float *out, const float *in, int n, int size, int part, int whole) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / (part * size) * whole * size + i % (part * size) / size * size + i % size] = in[i];
}
