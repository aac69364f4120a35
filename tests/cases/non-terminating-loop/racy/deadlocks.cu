// Waits for memory that none of the threads which are left changes.
// kverify-test: block=64 grid=4

// expect: violated
__global__ void two_orders(int *out)
{
    __shared__ int a, b;
    int t = threadIdx.x;
    if (t == 0) {
        a = 0;
        b = 0;
    }
    __syncthreads();
    if (t == 0) {
        while (atomicCAS(&a, 0, 1)) { }
        while (atomicCAS(&b, 0, 1)) { } //~ non-terminating-loop
        atomicExch(&b, 0);
        atomicExch(&a, 0);
    }
    if (t == 32) {
        while (atomicCAS(&b, 0, 1)) { }
        while (atomicCAS(&a, 0, 1)) { }
        atomicExch(&a, 0);
        atomicExch(&b, 0);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = t;
}

// expect: violated
__global__ void given_back_wrong(int *out)
{
    __shared__ int lock;
    int t = threadIdx.x;
    if (t == 0)
        lock = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1)) { } //~ non-terminating-loop
        atomicExch(&lock, 2);
    }
    out[blockIdx.x * blockDim.x + t] = t;
}

// expect: violated
__global__ void one_too_many(int *out)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    if (t == 32)
        while (atomicAdd(&count, 0) < blockDim.x + 1) { } //~ non-terminating-loop
    out[blockIdx.x * blockDim.x + t] = t;
}

// expect: violated
__global__ void each_waits_first(int *flags, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(&flags[blockIdx.x], 1);
        while (atomicAdd(&flags[(blockIdx.x + 1) % gridDim.x], 0) != 2) { } //~ non-terminating-loop
        atomicAdd(&flags[(blockIdx.x + gridDim.x - 1) % gridDim.x], 1);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// One of the blocks keeps the lock.
// expect: violated
__global__ void kept(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
        __threadfence();
        int now = *sum + 1;
        *sum = now;
        __threadfence();
        if (now < 0)
            atomicExch(lock, 0);
    }
}
