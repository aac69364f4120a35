// What a lock or a warp barrier orders changes between two barriers of the block: two threads may find different values.
// kverify-test: block=2 grid=1

// One thread finds 0 and the other 1, each in its turn; both write x.
// expect: violated
__global__ void in_turns(int *lock, int *turn, int *x)
{
    int mine = 0;
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            mine = *turn;
            *turn = mine + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
    if (mine == 0)
        x[0] = 1; //~ warning data-race block global write-write // @first
    else
        x[0] = 2; //~ data-race block global write-write with @first //~ warning data-race block global write-write
}

// Lane 0 reads what lane 1 has put there over the warp barrier, not what it put there itself before.
// expect: violated
__global__ void over_a_warp_barrier(int *out)
{
    __shared__ int base;
    if (threadIdx.x == 0)
        base = 5;
    __syncthreads();
    if (threadIdx.x == 1)
        base = 0;
    __syncwarp();
    if (base == 0)
        out[0] = threadIdx.x; //~ data-race warp global write-write
}
