// Critical sections behind a lock.
// kverify-test: block=1

// expect: proved
__global__ void spin(int *lock, int *sum)
{
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
}

// Taken where it is free, tried again where not.
// expect: proved
__global__ void try_again(int *locks, int *bins, const int *in)
{
    int b = in[blockIdx.x * blockDim.x + threadIdx.x];
    bool done = false;
    while (!done) {
        if (atomicExch(&locks[b], 1) == 0) {
            __threadfence();
            bins[b] = bins[b] + 1;
            __threadfence();
            atomicExch(&locks[b], 0);
            done = true;
        }
    }
}

// expect: proved
__global__ void maybe(int *lock, int *last)
{
    if (atomicCAS(lock, 0, 7) == 0) {
        __threadfence();
        *last = blockIdx.x;
        __threadfence();
        atomicCAS(lock, 7, 0);
    }
}
