// CL-Vis, listing 5: lanes of one warp take one lock; on devices in lock-step nobody ever gives it back.
// kverify-test: block=64 grid=1 lockstep=32

// expect: violated
__global__ void add(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
    __threadfence();
    sum[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
}
