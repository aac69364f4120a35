// Pointers that look as if they were shared.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void one_of_two(int *out) {
    int *own = (int *)malloc(16), *other = (int *)malloc(16);
    int *chosen = threadIdx.x % 2 ? own : other;
    if (chosen) {
        chosen[0] = threadIdx.x;
        out[threadIdx.x] = chosen[0];
    }
    free(own);
    free(other);
}

// The first thread's memory is not the others'.
__global__ void places_alike(int *out) {
    int *own = (int *)malloc(256);
    if (own == nullptr) return;
    own[63 - threadIdx.x] = threadIdx.x;
    own[0] = 1;
    out[threadIdx.x] = own[63 - threadIdx.x];
}
