// As in free/block_locks.cu, with something missing.
// kverify-test: block=64 grid=3

// The lock is given back before the block is done.
// expect: violated
__global__ void given_back_early(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
    }
    __syncthreads();
    data[threadIdx.x] = data[threadIdx.x] + blockIdx.x; //~ data-race grid write-write //~ data-race grid read-write
    __threadfence();
    if (threadIdx.x == 0)
        atomicExch(lock, 0);
}

// The threads of the block hold it together.
__global__ void among_themselves(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
    }
    __syncthreads();
    data[0] = threadIdx.x; //~ data-race block write-write
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(lock, 0);
}

// The next one is called before the work is done.
__global__ void called_early(int *next, int *serving, int *data)
{
    if (threadIdx.x == 0) {
        int ticket = atomicAdd(next, 1);
        while (atomicAdd(serving, 0) != ticket) {
        }
        __threadfence();
        atomicAdd(serving, 1);
        data[0] = blockIdx.x; //~ data-race grid write-write
    }
}

// No fence behind the look.
__global__ void no_fence(int *next, int *serving, int *data)
{
    if (threadIdx.x == 0) {
        int ticket = atomicAdd(next, 1);
        while (atomicAdd(serving, 0) != ticket) {
        }
        data[0] = blockIdx.x; //~ data-race grid write-write
        __threadfence();
        atomicAdd(serving, 1);
    }
}

// Two are called at once.
__global__ void two_at_once(int *next, int *serving, int *data)
{
    if (threadIdx.x == 0) {
        int ticket = atomicAdd(next, 1);
        while (atomicAdd(serving, 0) < ticket) {
        }
        __threadfence();
        data[0] = blockIdx.x; //~ data-race grid write-write
        __threadfence();
        atomicAdd(serving, 2);
    }
}

// Block 0 writes what says that the lock is free.
__global__ void signed_with_nothing(int *lock, int *data)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, (int)blockIdx.x) != 0) {
        }
        __threadfence();
        data[0] = blockIdx.x; //~ data-race grid write-write
        __threadfence();
        atomicExch(lock, 0);
    }
}
