// Conditions under which these kernels are free, and which are no contracts: they only take the cases away in which it goes wrong,
// or the parallelism.

// expect: violated
__global__ void large_sizes_only(int *p, int n) { if (n > 5) p[0] = threadIdx.x; } //~ data-race x2

// Bins are there to be met in.
// expect: violated
__global__ void histogram(int *bins, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[i % m] += 1; //~ data-race x4
}

// One block only, though blocks are told apart.
// expect: violated
__global__ void blocks_meet(int *p) { p[threadIdx.x] = blockIdx.x; } //~ data-race grid

// One warp only.
// expect: violated
__global__ void warps_meet(int *p) { p[threadIdx.x % 32 + blockIdx.x * 32] = threadIdx.x / 32; } //~ data-race

// One row of threads only.
// expect: violated
__global__ void rows_meet(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y; } //~ data-race

// One thread only.
// expect: violated
__global__ void threads_meet(int *p, int n) {
    if (blockIdx.x == 0 && threadIdx.x < n) p[0] = threadIdx.x; //~ data-race
}

// A flag that says what to do, both ways.
// expect: violated
__global__ void flag(int *p, int ordered) {
    __shared__ int s[512];
    s[threadIdx.x] = threadIdx.x; //~ data-race with @flag
    if (ordered > 0)
        __syncthreads();
    p[blockIdx.x * blockDim.x + threadIdx.x] = s[511 - threadIdx.x]; // @flag
}

// expect: violated
__global__ void none(int *p, int n) {
    if (n == 0)
        p[0] = threadIdx.x; //~ data-race x2
    else
        p[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

// The pivot's own row is written as well: no step is right.
// expect: violated
__global__ void with_the_pivot(float *a, int n, int t) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (t >= 0 && i < n - t && j < n - t)
        a[n * (i + t) + j + t] -= a[n * t + j + t] * 0.5f; //~ data-race x2
}

// The column itself is written, too.
// expect: violated
__global__ void with_the_column(float *a, int n, int k) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (i < n && j < n && k >= 0 && k < n)
        a[i * n + j] -= a[i * n + k]; //~ data-race x2
}
