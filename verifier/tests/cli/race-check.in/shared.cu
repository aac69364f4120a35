// Two warps write to the same cells.
__global__ void write_write(int *out) {
    __shared__ int cell[32];
    cell[threadIdx.x % 32] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x % 32];
}

// The second warp reads what the first one writes.
__global__ void read_write(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cell[(threadIdx.x + 32) % 64];
}

// Neighbours in a warp exchange values; volatile orders nothing.
__global__ void neighbours(int *out) {
    volatile __shared__ int cell[32];
    cell[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
