// The twins of what only looks like a lock, a flag or a counter: these are some.
// kverify-test: block=4 grid=1

// expect: proved
__global__ void drawn_once(int *lock, int *next, int *out)
{
    while (atomicCAS(lock, 0, 1) != 0) { //~ warning non-terminating-loop
    }
    __threadfence();
    int mine = *next;
    *next = mine + 1;
    out[0] = mine;
    __threadfence();
    atomicExch(lock, 0);
}

// expect: proved
__global__ void freed_before_all(int *data)
{
    __shared__ int lock;
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
    while (atomicCAS(&lock, 0, 1) != 0) { //~ warning non-terminating-loop
    }
    __threadfence_block();
    data[0] = threadIdx.x;
    __threadfence_block();
    atomicExch(&lock, 0);
}

// Each thread sets its own flag to 0, and waits for another's.
// expect: proved
__global__ void own_flags(int *out)
{
    __shared__ int flags[4];
    __shared__ int messages[4];
    flags[threadIdx.x] = 0;
    __syncthreads();
    messages[threadIdx.x] = threadIdx.x;
    __threadfence_block();
    atomicExch(&flags[threadIdx.x], 1);
    int other = threadIdx.x ^ 1;
    while (atomicAdd(&flags[other], 0) == 0) {
    }
    __threadfence_block();
    out[threadIdx.x] = messages[other];
}

// What macros expand to stands at one place of the text.
#define LOCK(l)                                                                                                        \
    while (atomicCAS(l, 0, 1) != 0) {                                                                                  \
    }                                                                                                                  \
    __threadfence()
#define UNLOCK(l)                                                                                                      \
    __threadfence();                                                                                                   \
    atomicExch(l, 0)

// expect: proved
__global__ void by_macros(int *lock, int *sum)
{
    LOCK(lock); //~ warning non-terminating-loop
    *sum += threadIdx.x;
    UNLOCK(lock);
}
