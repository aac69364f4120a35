// Waits that end before the next barrier.

// kverify-test: block=128

// Another warp sets the flag in the same interval.
// expect: proved
__global__ void set_in_time(int *out)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 32)
        atomicExch(&flag, 1);
    if (threadIdx.x == 64)
        while (atomicAdd(&flag, 0) == 0) { }
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// It is set before, and nobody waits.
// expect: proved
// today: suspect, because what an atomic finds is not known from what was stored before the barrier
__global__ void set_before(int *out)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 1;
    __syncthreads();
    if (threadIdx.x == 64)
        while (atomicAdd(&flag, 0) == 0) { } //~ non-terminating-loop
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// One thread of each block takes the lock, and gives it back behind the barrier: other blocks wait for that.
// expect: proved
__global__ void one_of_each_block(int *lock, int *out)
{
    if (threadIdx.x == 0)
        while (atomicCAS(lock, 0, 1) != 0) { }
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(lock, 0);
}

// The lock is given back before the barrier.
// expect: proved
__global__ void given_back(int *out)
{
    __shared__ int lock;
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { }
        atomicExch(&lock, 0);
    }
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// Another block, or the host, sets it.
// expect: proved
__global__ void of_others(int *flag, int *out)
{
    if (threadIdx.x == 0)
        while (atomicAdd(flag, 0) == 0) { }
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}
