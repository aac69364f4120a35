// A block's numbered barriers, with as many threads as take part (PTX ISA, "barrier{.cta}").
// kverify-test: block=128 grid=1

// expect: proved
__global__ void all(int *out) {
    __shared__ int tile[128];
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[threadIdx.x] = tile[127 - threadIdx.x];
}

// expect: proved
__global__ void one_half(int *out) {
    __shared__ int tile[64];
    if (threadIdx.x < 64) {
        tile[threadIdx.x] = threadIdx.x;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[threadIdx.x] = tile[63 - threadIdx.x];
    }
}

// Each half has a barrier and a tile of its own.
// expect: proved
__global__ void two_halves(int *out) {
    __shared__ int tile[2][64];
    int half = threadIdx.x / 64, place = threadIdx.x % 64;
    tile[half][place] = place;
    if (half == 0) asm volatile("barrier.sync 1, 64;" ::: "memory");
    else asm volatile("barrier.sync 2, 64;" ::: "memory");
    out[threadIdx.x] = tile[half][63 - place];
}

// Producers only arrive.
// expect: proved
__global__ void handed_over(int *out) {
    __shared__ int tile[64];
    if (threadIdx.x < 64) {
        tile[threadIdx.x] = threadIdx.x;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[threadIdx.x] = tile[127 - threadIdx.x];
    }
}

// And wait until the tile may be filled again.
// expect: proved
__global__ void back_and_forth(int *out) {
    __shared__ int tile[64];
    if (threadIdx.x < 64) {
        tile[threadIdx.x] = threadIdx.x;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        asm volatile("bar.sync 2, 128;" ::: "memory");
        tile[threadIdx.x] = 2 * threadIdx.x;
        asm volatile("bar.arrive 3, 128;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[threadIdx.x] = tile[127 - threadIdx.x];
        asm volatile("bar.arrive 2, 128;" ::: "memory");
        asm volatile("bar.sync 3, 128;" ::: "memory");
        out[threadIdx.x] += tile[threadIdx.x - 64];
    }
}
