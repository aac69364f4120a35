// What callers keep to as a matter of course, each in a kernel that is free under it and has launches of many warps and blocks.

// A row is no longer than its pitch.
// expect: conditional
__global__ void pitched(float *a, int width, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width) a[y * pitch + x] = x + y * 0.5f; //~ warning data-race x2
}

// Sizes are positive.
// expect: conditional
__global__ void strided(int *p, int n) {
    p[(blockIdx.x * blockDim.x + threadIdx.x) * n] = threadIdx.x; //~ warning data-race x2
}

// expect: conditional
__global__ void two_sizes(int *p, int n, int m) {
    int x = threadIdx.x, y = blockIdx.x;
    p[(y * (int)blockDim.x + x) * n * m] = x; //~ warning data-race x2
}

// The block is no larger than its array.
// expect: conditional
__global__ void reversed(float *out) {
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x]; //~ warning data-race grid
}

// One block, for a kernel that never reads a block's number.
// expect: conditional
__global__ void one_block(int *p) {
    p[threadIdx.x] = threadIdx.x * p[threadIdx.x]; //~ warning data-race x2
}
