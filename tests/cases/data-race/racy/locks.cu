// Locks that keep nobody out.
// kverify-test: block=2 grid=2

// expect: violated
__global__ void no_fences(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        *sum = blockIdx.x; //~ data-race grid global write-write
        atomicExch(lock, 0);
    }
}

// What stands in the critical section may move before the lock is taken.
// expect: violated
__global__ void no_fence_after_taking(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        *sum = blockIdx.x; //~ data-race grid global write-write
        __threadfence();
        atomicExch(lock, 0);
    }
}

// A lock for each thread.
// expect: violated
__global__ void another_lock(int *locks, int *sum)
{
    int mine = threadIdx.x;
    while (atomicCAS(&locks[mine], 0, 1) != 0) {
    }
    __threadfence();
    *sum = blockIdx.x * 2 + threadIdx.x; //~ data-race block global write-write
                                         //~ data-race grid global write-write
    __threadfence();
    atomicExch(&locks[mine], 0);
}

// expect: violated
__global__ void let_go_too_early(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        atomicExch(lock, 0);
        *sum = blockIdx.x; //~ data-race grid global write-write
    }
}

// The lock holds for the block only.
// expect: violated
__global__ void narrow(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS_block(lock, 0, 1) != 0) { //~ data-race grid global // @take
        }
        __threadfence();
        *sum = blockIdx.x; //~ data-race grid global write-write
        __threadfence();
        atomicExch_block(lock, 0); //~ data-race grid global //~ data-race grid global with @take
    }
}
