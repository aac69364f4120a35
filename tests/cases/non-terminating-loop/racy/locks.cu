// A lock that is taken in a loop and given back after it: in lock-step the lane that has it waits for those that do not.

// kverify-test: lockstep=32

// expect: violated
__global__ void compare_and_swap(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
    atomicAdd(sum, 1);
    atomicExch(lock, 0);
}

// expect: violated
__global__ void exchange(int *lock, int *sum)
{
    int old;
    do {
        old = atomicExch(lock, 1); //~ non-terminating-loop
    } while (old != 0);
    atomicAdd(sum, 1);
    atomicExch(lock, 0);
}

// One lock for every two lanes.
// expect: violated
__global__ void a_lock_for_two(int *locks, int *sums)
{
    int mine = (blockIdx.x * blockDim.x + threadIdx.x) / 2;
    while (atomicCAS(&locks[mine], 0, 1) != 0) { } //~ non-terminating-loop
    atomicAdd(&sums[mine], 1);
    atomicExch(&locks[mine], 0);
}

// Waiting longer each time does not help.
// expect: violated
__global__ void with_back_off(int *lock, int *sum)
{
    unsigned wait = 1;
    while (atomicCAS(lock, 0, 1) != 0) { //~ non-terminating-loop
        for (unsigned i = 0; i < wait; i++)
            __nanosleep(20);
        if (wait < 256)
            wait *= 2;
    }
    atomicAdd(sum, 1);
    atomicExch(lock, 0);
}

__device__ void take(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
}

// expect: violated
__global__ void in_a_function(int *lock, int *sum, int n)
{
    if (threadIdx.x < n) {
        take(lock);
        atomicAdd(sum, 1);
        atomicExch(lock, 0);
    }
}
