// Memory that one thread allocates for all.
// kverify-test: block=64 grid=1

// expect: violated
// today: unknown, because pointers to allocated memory are followed in variables of one thread only
__global__ void of_the_first_thread(int *out) {
    __shared__ int *all;
    if (threadIdx.x == 0) all = (int *)malloc(256);
    __syncthreads();
    all[threadIdx.x / 2] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = all[threadIdx.x / 2];
}
__global__ void by_shuffle(int *out) {
    int *own = (int *)malloc(256);
    unsigned long long first = __shfl_sync(~0u, (unsigned long long)own, 0);
    ((int *)first)[threadIdx.x / 2] = threadIdx.x;
    out[threadIdx.x] = 1;
}
