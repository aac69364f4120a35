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

// A stencil that overlaps with its neighbour's unless the filter is as wide as the row: that is no pitch.
// expect: violated
__global__ void wide_filter(float *out, int width, int filter) {
    int x = threadIdx.x;
    for (int i = 0; i < filter && x + i < width; i++) out[blockIdx.x * width + x + i] = x; //~ data-race
}

// The host launches more than the contract would allow.
// expect: violated
__global__ void launched_larger(float *out) {
    __shared__ float s[256];
    s[threadIdx.x % 256] = threadIdx.x; //~ data-race
    __syncthreads();
    out[blockIdx.x * 512 + threadIdx.x] = s[threadIdx.x % 256];
}
void launch_larger(float *out) { launched_larger<<<8, 512>>>(out); }

// Where a part is as long as everything, one thread has it all: no caller means that.
// expect: violated
__global__ void parts_that_meet(float *o, int n, int part) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = i * part; j <= (i + 1) * part && j < n; j++)
        o[j] = i; //~ data-race block write-write //~ data-race grid write-write
}

// expect: violated
__global__ void rows_that_meet(float *o, int rows, int each) {
    int b = blockIdx.x;
    for (int r = b * each; r < rows && r < b * each + each + 1; r++)
        o[r * blockDim.x + threadIdx.x] = b; //~ data-race grid write-write
}

// Distances may get negative on the way from a place to itself: then the row and the column that all others read are written.
// expect: violated
__global__ void shorter_ways(float *d, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        float by = d[i * n + k] + d[k * n + j]; // @by
        if (by < d[i * n + j]) d[i * n + j] = by; //~ data-race with @by x4
    }
}
