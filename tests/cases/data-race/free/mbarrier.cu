// Barriers in shared memory as instructions (PTX ISA, "mbarrier").
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

// expect: proved
__global__ void polled(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = arm(&barrier, 64);
    tile[threadIdx.x] = threadIdx.x;
    unsigned long long state = arrive(place);
    while (!is_complete(place, state)) {}
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// expect: proved
__global__ void looked_at_once(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = arm(&barrier, 64);
    tile[threadIdx.x] = threadIdx.x;
    unsigned long long state = arrive(place);
    if (is_complete(place, state)) out[threadIdx.x] = tile[63 - threadIdx.x];
}

// Which of two barriers depends on a parameter.
// expect: proved
__global__ void one_of_two(int *out, int n) {
    __shared__ unsigned long long barrier[2];
    __shared__ int tile[64];
    if (threadIdx.x < 2) {
        unsigned place = (unsigned)__cvta_generic_to_shared(&barrier[0]);
        if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(place));
        else asm volatile("mbarrier.init.shared.b64 [%0 + 8], 64;" ::"r"(place));
    }
    __syncthreads();
    unsigned place = (unsigned)__cvta_generic_to_shared(&barrier[0]);
    tile[threadIdx.x] = n;
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1 + 8];" : "=l"(state) : "r"(place) : "memory");
    while (!is_complete(place + 8, state)) {}
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

// The condition stands before the look.
// expect: proved
__global__ void looked_at_again(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = arm(&barrier, 64);
    tile[threadIdx.x] = threadIdx.x;
    unsigned long long state = arrive(place);
    bool complete = false;
    while (!complete) complete = is_complete(place, state);
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
