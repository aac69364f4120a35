// Slots that look as if nobody else could have drawn them.

// expect: violated
__global__ void increments_that_may_be_nothing(int *counter, int *out, int step) {
    int slot = atomicAdd(counter, step);
    out[slot] = (int)threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
__global__ void one_drawn_two_written(int *counter, int *out) {
    int slot = atomicAdd(counter, 1);
    out[slot] = (int)threadIdx.x; // @both
    out[slot + 1] = -(int)threadIdx.x; //~ data-race block global write-write with @both
    //~ data-race grid global write-write with @both
}

// expect: violated
__global__ void two_counters_for_one_array(int *counters, int *out) {
    int slot = atomicAdd(&counters[threadIdx.x & 1], 1);
    out[slot] = (int)threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
__global__ void counter_of_the_block_for_an_array_of_the_grid(int *out) {
    __shared__ int counter;
    if (threadIdx.x == 0)
        counter = 0;
    __syncthreads();
    int slot = atomicAdd(&counter, 1);
    out[slot] = (int)blockIdx.x; //~ data-race grid global write-write
}

// expect: violated
__global__ void leader_draws_one_too_few(int *counter, int *out) {
    unsigned active = __activemask();
    int lane = threadIdx.x & 31;
    int leader = __ffs(active) - 1;
    int base = 0;
    if (lane == leader)
        base = atomicAdd(counter, __popc(active) - 1);
    base = __shfl_sync(active, base, leader);
    out[base + __popc(active & ((1u << lane) - 1))] = (int)threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
    //~ data-race warp global write-write
}

// expect: violated
__global__ void counted_by_one_test_written_by_another(int *counter, int *out, const int *in) {
    int lane = threadIdx.x & 31;
    unsigned wanted = __ballot_sync(~0u, in[threadIdx.x] > 0);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(counter, __popc(wanted));
    base = __shfl_sync(~0u, base, 0);
    if (in[threadIdx.x] >= 0)
        out[base + __popc(wanted & ((1u << lane) - 1))] = (int)threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
    //~ data-race warp global write-write
}

// expect: violated
__global__ void winner_whose_mark_is_the_free_one(int *owner, int *out) {
    if (atomicCAS(owner, 0, (int)threadIdx.x) == 0)
        out[0] = (int)threadIdx.x; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: violated
__global__ void one_master_for_each_row(int *out) {
    if (threadIdx.x == 0)
        out[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] = (int)threadIdx.y; //~ data-race block global write-write
}

// expect: violated
__global__ void lane_for_an_array_of_the_block(int *out) {
    __shared__ int tile[1024];
    tile[threadIdx.x & 31] = (int)threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[0];
}
