// Loops like those of racy/locks.cu that every schedule leaves.

// kverify-test: lockstep=32

// One lane of each warp takes the lock.
// expect: proved
__global__ void one_lane_of_each_warp(int *lock, int *sum)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { }
        atomicAdd(sum, 1);
        atomicExch(lock, 0);
    }
}

// A lock of its own for each thread.
// expect: proved
__global__ void own_lock(int *locks, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (atomicCAS(&locks[i], 0, 1) != 0) { }
    atomicAdd(&sums[i], 1);
    atomicExch(&locks[i], 0);
}

// The lock is given back inside the loop, before the others try again.
// expect: proved
__global__ void given_back_inside(int *lock, int *sum)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            atomicAdd(sum, 1);
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// The lanes take turns: in each iteration of the outer loop one of them wants the lock.
// expect: proved
__global__ void one_after_the_other(int *lock, int *sum)
{
    for (int lane = 0; lane < 32; lane++) {
        if (threadIdx.x % 32 == lane) {
            while (atomicCAS(lock, 0, 1) != 0) { }
            atomicAdd(sum, 1);
            atomicExch(lock, 0);
        }
    }
}

// It gives up after a while.
// expect: proved
__global__ void bounded(int *lock, int *sum)
{
    int tries = 0;
    while (tries < 100 && atomicCAS(lock, 0, 1) != 0)
        tries++;
    if (tries < 100) {
        atomicAdd(sum, 1);
        atomicExch(lock, 0);
    }
}
