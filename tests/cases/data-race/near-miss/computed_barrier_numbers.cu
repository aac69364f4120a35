// Almost as in free/computed_barrier_numbers.cu, and right all the same.
// kverify-test: block=128 grid=1

__device__ void meet(int number, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__device__ void hand_over(int number, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// The other way round: the odd number first.
// expect: proved
__global__ void odd_first(int *out) {
    __shared__ int tile[128];
    int half = threadIdx.x / 64;
    tile[threadIdx.x] = threadIdx.x;
    meet(2 - half, 64);
    out[threadIdx.x] = tile[threadIdx.x ^ 32];
}

// The tile is not given back after the last round.
// expect: proved
__global__ void not_the_last_time(int *out, const int *in, int n) {
    __shared__ int tile[64];
    int place = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int i = 0; i < n; ++i) {
            meet(1, 128);
            tile[place] = in[i * 64 + place];
            hand_over(2, 128);
        }
    } else {
        hand_over(1, 128);
        for (int i = 0; i < n; ++i) {
            meet(2, 128);
            out[i * 64 + place] = tile[63 - place];
            if (i + 1 < n) hand_over(1, 128);
        }
    }
}
