// CARP 3.1, LD's intra-block races: threads of one block write one place of shared memory.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void last_writer(int *out)
{
    __shared__ int odd, even;
    if (threadIdx.x % 2)
        odd = threadIdx.x; //~ data-race block shared write-write
    else
        even = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = odd + even;
}
