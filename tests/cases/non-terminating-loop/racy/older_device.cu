// Before sm_70 the threads of a warp share one program counter.

// kverify-test: arch=60

// expect: violated
__global__ void spin(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
    atomicAdd(sum, 1);
    atomicExch(lock, 0);
}
