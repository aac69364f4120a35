// Blocks write to the same cells.
__global__ void write_write(int *out) {
    out[threadIdx.x] = blockIdx.x;
}

// A block reads what the next one writes.
__global__ void read_write(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = out[i + 1];
}

// Counts atomically, and one thread looks without.
__global__ void atomic_plain(int *count, int *out) {
    atomicAdd(count, 1);
    if (threadIdx.x == 0)
        out[blockIdx.x] = *count;
}

// Atomic operations alone do not race.
__global__ void atomics(int *count) {
    atomicAdd(count, 1);
}

// Free where the indices differ.
__global__ void scatter(int *out, const int *place) {
    out[place[threadIdx.x]] = threadIdx.x;
}

// All write the same.
__global__ void flag(int *out, const int *in) {
    if (in[threadIdx.x] > 2)
        *out = 1;
}
