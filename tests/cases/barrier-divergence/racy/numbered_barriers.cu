// Numbered barriers at which threads wait for ever, or do not wait for those that they seem to wait for.
// kverify-test: block=96 grid=1

// Each half waits for the other first.
// expect: violated
__global__ void crossed(int *out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 32) {
        tile[t] = t;
        asm volatile("bar.sync 1, 64;" ::: "memory"); //~ barrier-divergence with @other //~ barrier-divergence with exit
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else if (t < 64) {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // @other //~ barrier-divergence with exit
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
    out[t] = t;
}

// One barrier, met as one of 32 and as one of 64.
// expect: violated
__global__ void met_differently(int *out) {
    __shared__ int tile[32];
    int t = threadIdx.x, v = 0;
    if (t < 32) {
        tile[t] = t; // @put
        asm volatile("bar.sync 1, 32;" ::: "memory");
    } else if (t < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        v = tile[t - 32]; //~ data-race block shared read-write with @put
    }
    out[t] = v;
}

// Five arrivals of warps make two phases of two; whoever comes last waits for ever.
// expect: violated
__global__ void odd_arrivals(int *out) {
    int t = threadIdx.x;
    if (t < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory"); //~ barrier-divergence with exit
    }
    out[t] = t;
}

// Each warp waits for two warps at a barrier of its own.
// expect: violated
__global__ void number_in_register(int *out) {
    int t = threadIdx.x;
    asm volatile("bar.sync %0, 64;" ::"r"(t / 32 + 1)); //~ barrier-divergence
    out[t] = t;
}
