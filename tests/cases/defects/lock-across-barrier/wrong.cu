// Forward progress: who has the lock waits at a barrier for those that wait for the lock.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void add(int *lock, int *a)
{
    while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
    __syncthreads();
    atomicExch(lock, 0);
    a[threadIdx.x] = 1;
}
