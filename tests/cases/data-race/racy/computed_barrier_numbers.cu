// What is wrong with the kernels of free/computed_barrier_numbers.cu, one thing at a time.
// kverify-test: block=128 grid=1

__device__ void meet(int number, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__device__ void hand_over(int number, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Each half meets by itself.
// expect: violated
__global__ void other_half(int *out) {
    __shared__ int tile[128];
    int half = threadIdx.x / 64;
    tile[threadIdx.x] = threadIdx.x; // @put
    meet(half + 1, 64);
    out[threadIdx.x] = tile[127 - threadIdx.x]; //~ data-race block shared read-write with @put
}

// expect: violated
__global__ void other_warp(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x; // @own
    meet(1 + threadIdx.x / 32, 32);
    out[threadIdx.x] = tile[threadIdx.x ^ 32]; //~ data-race block shared read-write with @own
}

// The tile is filled again before it was read.
// expect: violated
__global__ void not_given_back(int *out, const int *in, int n) {
    __shared__ int tile[64];
    int place = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        for (int i = 0; i < n; ++i) {
            meet(1, 128);
            tile[place] = in[i * 64 + place]; // @fill
            hand_over(2, 128);
        }
    } else {
        hand_over(1, 128);
        for (int i = 0; i < n; ++i) {
            meet(2, 128);
            hand_over(1, 128);
            out[i * 64 + place] = tile[63 - place]; //~ data-race block shared read-write with @fill
        }
    }
}
