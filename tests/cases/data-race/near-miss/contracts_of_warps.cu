// A warp for each row, and as many rows for a block as the code says: blocks have so many warps.

// expect: conditional
template <int WARPS> __global__ void scale_rows(const int *in, int *out, int rows, int width) {
    int row = blockIdx.x * WARPS + (threadIdx.x >> 5);
    if (row >= rows) return;
    for (int c = threadIdx.x & 31; c < width; c += 32) out[row * width + c] = in[row * width + c] + threadIdx.x; //~ warning data-race grid
}
template __global__ void scale_rows<8>(const int *, int *, int, int);

// The number of the last thread is no size of a block.
// expect: violated
__global__ void carried_on(const float *in, float *out, int n) {
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int b = 0; b < n; b += 256) {
        float own = in[b + threadIdx.x];
        float before = sum;
        __syncthreads();
        if (threadIdx.x == 255) sum = before + own; // @last
        if (sum >= 1) break; //~ data-race block shared with @last
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = 1;
}
