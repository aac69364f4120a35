// What tests that leave, changes in order and bounds say of a launch.

#define STRIDE p[threadIdx.x * n] = threadIdx.x
#define FOLD p[threadIdx.x & 63] = threadIdx.x

// expect: proved
__global__ void early(int *p, int n) {
    STRIDE;
}

int run_early(int *p, int n, int m) {
    if (n <= 0 || m <= 0) return 1;
    early<<<1, 64>>>(p, n);
    return 0;
}

// expect: proved
__global__ void asserted(int *p, int n) {
    STRIDE;
}

void run_asserted(int *p, int n) {
    assert(n > 0);
    asserted<<<1, 64>>>(p, n);
}

// expect: proved
__global__ void doubled(int *p) {
    FOLD;
}

void run_doubled(int *p) {
    int b = 32;
    b *= 2;
    doubled<<<1, b>>>(p);
}

// expect: proved
__global__ void chosen(int *p) {
    FOLD;
}

void run_chosen(int *p, bool small) {
    chosen<<<1, small ? 32 : 64>>>(p);
}

// expect: proved
__global__ void at_most(int *p) {
    FOLD;
}

void run_at_most(int *p, int n) {
    at_most<<<1, min(n, 64)>>>(p);
}

// expect: proved
__global__ void by_members(int *p) {
    p[threadIdx.y * 8 + threadIdx.x] = threadIdx.x;
}

void run_by_members(int *p) {
    dim3 block;
    block.x = 8;
    block.y = 4;
    by_members<<<1, block>>>(p);
}

// expect: proved
__global__ void lent(int *p, int n) {
    STRIDE;
}

void run_lent(int *p, int *host) {
    int n;
    cudaMemcpy(&n, host, sizeof(int), cudaMemcpyDeviceToHost);
    if (n > 0) {
        host[0] = 0;
        lent<<<1, 64>>>(p, n);
    }
}
