// Nothing is known of the launch.

// With any number of blocks one of them keeps the lock.
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
