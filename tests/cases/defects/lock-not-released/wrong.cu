// Forward progress: one way out of the kernel keeps the lock.
// kverify-test: block=64 grid=8

// expect: violated
__global__ void add(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
        __threadfence();
        if (blockIdx.x == 3)
            return;
        sum[0] += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
