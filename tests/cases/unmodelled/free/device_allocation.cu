// What a kernel allocates is memory that nobody knows: it may be anyone's.
// kverify-test: block=64

// expect: proved
// today: unknown, because memory that a kernel allocates is not modelled
__global__ void scratch(int *out) {
    int *own = (int *)malloc(16);
    own[threadIdx.x % 4] = threadIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = own[threadIdx.x % 4];
    free(own);
}
