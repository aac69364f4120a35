// Numbered barriers whose number, and how many threads they expect, are computed.
// kverify-test: block=128 grid=1

__device__ void meet(int number, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__device__ void hand_over(int number, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// expect: proved
__global__ void through_functions(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    meet(3, 128);
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

// A number for each half.
// expect: proved
__global__ void by_half(int *out) {
    __shared__ int tile[128];
    int half = threadIdx.x / 64;
    tile[threadIdx.x] = threadIdx.x;
    meet(half + 1, 64);
    out[threadIdx.x] = tile[threadIdx.x ^ 63];
}

// A number for each warp, which is a barrier of the warp.
// expect: proved
__global__ void by_warp(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    meet(1 + threadIdx.x / 32, 32);
    out[threadIdx.x] = tile[threadIdx.x ^ 31];
}

// All threads meet at two barriers in turn.
// expect: proved
__global__ void in_turn(int *out, int n) {
    __shared__ int tile[128];
    for (int i = 0; i < n; ++i) {
        tile[threadIdx.x] = i;
        meet(1 + (i & 1), 128);
        out[i * 128 + threadIdx.x] = tile[127 - threadIdx.x];
        meet(3 + (i & 1), 128);
    }
}

// A producer that is told when the tile may be filled again, and a consumer.
// expect: proved
__global__ void produced(int *out, const int *in, int n) {
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
            hand_over(1, 128);
        }
    }
}
