// The counter is each block's own, so two blocks draw the same slots.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ unsigned next;
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    unsigned slot = atomicAdd(&next, 1u);
    out[slot] = threadIdx.x; //~ data-race grid global write-write
}
