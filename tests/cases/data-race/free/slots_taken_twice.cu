// Slots that nobody else can have drawn, one step away from those in racy/slots_taken_twice.cu.

// expect: proved
__global__ void increments_of_at_least_one(int *counter, int *out, int step) {
    int slot = atomicAdd(counter, step > 0 ? step : 1);
    out[slot] = (int)threadIdx.x;
}

// expect: proved
__global__ void two_drawn_two_written(int *counter, int *out) {
    int slot = atomicAdd(counter, 2);
    out[slot] = (int)threadIdx.x;
    out[slot + 1] = -(int)threadIdx.x;
}

// expect: proved
__global__ void winner_whose_mark_is_never_the_free_one(int *owner, int *out) {
    if (atomicCAS(owner, 0, (int)threadIdx.x + 1) == 0)
        out[0] = (int)threadIdx.x;
}

// expect: proved
__global__ void one_master_for_each_block(int *out) {
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
        out[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] = 1;
}
