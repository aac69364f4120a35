// One thread of each block takes the lock, the others wait at the barrier.
// kverify-test: block=64

// expect: proved
__global__ void for_the_block(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *sum += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
