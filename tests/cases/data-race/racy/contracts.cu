// Free under a contract but for one place, which stays what it is.

// expect: violated
__global__ void pitched(float *a, float *sum, int width, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width) a[y * pitch + x] = x + y * 0.5f; //~ data-race x2
    sum[0] = x; //~ data-race x2
}

// expect: violated
__global__ void reversed(float *out) {
    __shared__ float s[256];
    s[threadIdx.x] = threadIdx.x; //~ data-race with @read
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x]; // @read //~ data-race grid
}
