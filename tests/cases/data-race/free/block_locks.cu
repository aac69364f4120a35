// Locks that one thread takes for its block, and ticket locks.
// kverify-test: block=64 grid=3

// expect: proved
__global__ void taken_for_the_block(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
    }
    __syncthreads();
    data[threadIdx.x]++;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(lock, 0);
}

__global__ void tickets(int *next, int *serving, int *data)
{
    if (threadIdx.x == 0) {
        int ticket = atomicAdd(next, 1);
        while (atomicAdd(serving, 0) != ticket) {
        }
        __threadfence();
        data[0] += 1;
        __threadfence();
        atomicAdd(serving, 1);
    }
}

__global__ void tickets_of_blocks(int *next, int *serving, int *data)
{
    if (threadIdx.x == 0) {
        int ticket = atomicAdd(next, 1);
        while (atomicAdd(serving, 0) != ticket) {
        }
        __threadfence();
    }
    __syncthreads();
    data[threadIdx.x] += 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(serving, 1);
}

// Who holds it is written in the lock.
__global__ void signed_lock(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, (int)blockIdx.x + 1) != 0) {
        }
        __threadfence();
        data[0] += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

// The next ticket is stored, not counted.
__global__ void tickets_stored(int *next, int *serving, int *data)
{
    if (threadIdx.x == 0) {
        int ticket = atomicAdd(next, 1);
        while (atomicAdd(serving, 0) != ticket) {
        }
        __threadfence();
        data[0] += 1;
        __threadfence();
        atomicExch(serving, ticket + 1);
    }
}
