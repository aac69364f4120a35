// Each thread's allocation is its own.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void scratch(int *out) {
    int *own = (int *)malloc(16);
    if (own) {
        own[threadIdx.x % 4] = threadIdx.x;
        out[blockIdx.x * 64 + threadIdx.x] = own[threadIdx.x % 4];
        free(own);
    }
}

__global__ void array(int *out, int n) {
    int *own = new int[n];
    for (int i = 0; i < n; ++i) own[i] = i;
    int *last = own + n - 1;
    out[blockIdx.x * 64 + threadIdx.x] = *last;
    delete[] own;
}

struct Pair {
    int a, b;
};
__global__ void structure(int *out) {
    Pair *own = new Pair();
    own->a = threadIdx.x;
    own->b = 2;
    out[blockIdx.x * 64 + threadIdx.x] = own->a + own->b;
    delete own;
}
