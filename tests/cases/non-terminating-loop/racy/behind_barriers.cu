// Waits for what stands behind a barrier that waits for them. On all devices and in all schedules they never end.

// Nothing ever sets the flag.
// expect: violated
__global__ void never_set(int *out)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 64)
        while (atomicAdd(&flag, 0) == 0) { } //~ non-terminating-loop
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// It is set behind the barrier only.
// expect: violated
__global__ void set_behind(int *out)
{
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 1)
        while (flag == 0) { } //~ non-terminating-loop
    __syncthreads();
    if (threadIdx.x == 0)
        flag = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Each waits for a cell of its own; those that are set are others.
// expect: violated
__global__ void other_cells(int *out)
{
    __shared__ int ready[128];
    if (threadIdx.x < 128)
        ready[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x < 64)
        atomicExch(&ready[threadIdx.x], 1);
    if (threadIdx.x >= 64 && threadIdx.x < 128)
        while (atomicAdd(&ready[threadIdx.x], 0) == 0) { } //~ non-terminating-loop
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Two warps take the lock, and who has it waits for the other one.
// expect: violated
__global__ void lock_over_barrier(int *lock, int *out)
{
    if (threadIdx.x % 32 == 0)
        while (atomicCAS(&lock[blockIdx.x], 0, 1) != 0) { } //~ non-terminating-loop
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicExch(&lock[blockIdx.x], 0);
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// It is never given back.
// expect: violated
__global__ void kept_for_ever(int *out)
{
    __shared__ int lock;
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        while (atomicCAS(&lock, 0, 1) != 0) { } //~ non-terminating-loop
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
