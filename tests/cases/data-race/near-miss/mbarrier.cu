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

// A ring of stages: which of the barriers is meant is another one each time. What only a run without them shows is no finding.
// today: unknown, because which barrier of several this is is not followed
__global__ void ring(const int *in, int *out, int tiles) {
    __shared__ unsigned long long full[4], empty[4];
    __shared__ int tile[4][64];
    if (threadIdx.x == 0)
        for (int s = 0; s < 4; ++s) {
            asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"((unsigned)__cvta_generic_to_shared(&full[s])));
            asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"((unsigned)__cvta_generic_to_shared(&empty[s])));
        }
    __syncthreads();
    int sum = 0;
    for (int t = 0; t < tiles; ++t) {
        const int s = t % 4;
        tile[s][threadIdx.x] = in[t * 64 + threadIdx.x];
        unsigned long long state = arrive((unsigned)__cvta_generic_to_shared(&full[s]));
        while (!is_complete((unsigned)__cvta_generic_to_shared(&full[s]), state)) {}
        sum += tile[s][63 - threadIdx.x];
        state = arrive((unsigned)__cvta_generic_to_shared(&empty[s]));
        while (!is_complete((unsigned)__cvta_generic_to_shared(&empty[s]), state)) {}
    }
    out[threadIdx.x] = sum;
}
