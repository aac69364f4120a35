// Memory of its own does not keep a thread's other accesses apart; and it may be none.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void result_of_all(int *out) {
    int *own = (int *)malloc(16);
    if (!own) return;
    own[0] = threadIdx.x;
    out[threadIdx.x / 2] = own[0]; //~ data-race block global write-write
    free(own);
}
