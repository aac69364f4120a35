// What a thread hands over is not what the others need.
// kverify-test: block=64 grid=2

// The draw makes room for half of the block only.
// expect: violated
__global__ void too_little(int *top, int *out)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = atomicAdd(top, 32);
    __syncthreads();
    out[base + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

// No barrier between the draw and its use.
// expect: violated
__global__ void too_early(int *top, int *out)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = atomicAdd(top, 64); // @put
    out[base + threadIdx.x] = blockIdx.x; //~ data-race block shared read-write with @put //~ data-race grid global write-write
}

// The next draw does not wait until all have read the one before.
// expect: violated
__global__ void no_second_barrier(unsigned *next, int *out, unsigned tiles)
{
    __shared__ unsigned tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1u); // @draw
        __syncthreads();
        unsigned mine = tile; //~ data-race block shared read-write with @draw
        if (mine >= tiles)
            return;
        out[mine * 64 + threadIdx.x] = blockIdx.x;
    }
}

// Another thread changes it later, in another branch.
// expect: violated
__global__ void changed_again(int *out, int n)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = blockIdx.x * 64;
    __syncthreads();
    if (n > 5 && threadIdx.x == 1)
        base = 0;
    __syncthreads();
    out[base + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}

// The value was stored in the iteration before, or not at all.
// expect: violated
__global__ void sometimes(int *out, int n)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = 0;
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        if (threadIdx.x == 0 && k == 1)
            base = blockIdx.x * 64;
        __syncthreads();
        out[base + threadIdx.x] = k; //~ data-race grid global write-write
        __syncthreads();
    }
}

// Thread 0 is past its loop, but need not have found anything.
// expect: violated
__global__ void only_if_found(int *top, int *out, const int *in, int n)
{
    __shared__ int base;
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += 64)
        sum += in[i];
    if (threadIdx.x == 0 && sum > 3)
        base = atomicAdd(top, 64);
    __syncthreads();
    out[base + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
    //~ warning uninitialised-read
}

// Thread 0 has left the loop one way or the other, and stores only after one of them.
// expect: violated
__global__ void left_by_the_other_way(int *top, int *out, const int *in, int n)
{
    __shared__ int base;
    int i = threadIdx.x;
    while (i < n) {
        if (in[i] == 7)
            break;
        i += 64;
    }
    if (threadIdx.x == 0 && i >= n)
        base = atomicAdd(top, 64);
    __syncthreads();
    out[base + threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}
