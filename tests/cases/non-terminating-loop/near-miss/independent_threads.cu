// From sm_70 on each thread makes progress on its own: the same loops are warnings.

// expect: proved
__global__ void spin(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) { } //~ warning non-terminating-loop
    atomicAdd(sum, 1);
    atomicExch(lock, 0);
}

// expect: proved
__global__ void one_thread_of_each_block(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { }
        atomicAdd(sum, 1);
        atomicExch(lock, 0);
    }
}
