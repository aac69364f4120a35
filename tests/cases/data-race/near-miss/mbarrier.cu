// As the racy ones, but each waits for the phase.
// kverify-test: block=64 grid=1

__device__ unsigned long long arrive(unsigned place) {
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(place) : "memory");
    return state;
}

__device__ bool is_complete(unsigned place, unsigned long long state) {
    unsigned complete;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(complete) : "r"(place), "l"(state) : "memory");
    return complete != 0;
}

// expect: proved
__global__ void written_again(int *out) {
    __shared__ unsigned long long barrier;
    __shared__ int tile[64];
    unsigned place = (unsigned)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(place));
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x;
    unsigned long long state = arrive(place);
    while (!is_complete(place, state)) {}
    out[threadIdx.x] = tile[63 - threadIdx.x];
    state = arrive(place);
    while (!is_complete(place, state)) {}
    tile[threadIdx.x] = 0;
}
