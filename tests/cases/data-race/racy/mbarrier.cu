// Barriers in shared memory as instructions, and what they do not order.
// kverify-test: block=64 grid=1

__device__ unsigned arm(unsigned long long *barrier, unsigned count) {
    unsigned place = (unsigned)__cvta_generic_to_shared(barrier);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place), "r"(count));
    __syncthreads();
    return place;
}

__device__ unsigned long long arrive(unsigned place) {
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(place) : "memory");
    return state;
}

__device__ bool is_complete(unsigned place, unsigned long long state) {
    unsigned complete;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(complete) : "r"(place), "l"(state) : "memory");
    return complete != 0;
}

// Nobody waits until the phase is complete.
// expect: violated
__global__ void looked_at_in_vain(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = arm(&barrier, 64);
    tile[threadIdx.x] = threadIdx.x; // @put
    unsigned long long state = arrive(place);
    bool complete = is_complete(place, state);
    out[threadIdx.x] = tile[63 - threadIdx.x] + complete; //~ data-race block shared read-write with @put
}

// The tile is written once more before the others are through with it.
// expect: violated
__global__ void written_again(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = arm(&barrier, 64);
    tile[threadIdx.x] = threadIdx.x;
    unsigned long long state = arrive(place);
    while (!is_complete(place, state)) {}
    out[threadIdx.x] = tile[63 - threadIdx.x]; // @use
    tile[threadIdx.x] = 0; //~ data-race block shared read-write with @use
}

// It gives up after a while.
// expect: violated
__global__ void looked_at_a_few_times(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = arm(&barrier, 64);
    tile[threadIdx.x] = threadIdx.x; // @soon
    unsigned long long state = arrive(place);
    bool complete = false;
    for (int n = 0; n < 1 && !complete; ++n) complete = is_complete(place, state);
    out[threadIdx.x] = tile[63 - threadIdx.x]; //~ data-race block shared read-write with @soon
}
