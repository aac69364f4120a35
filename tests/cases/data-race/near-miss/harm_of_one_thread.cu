// One thread writes another value: the same code but for that is harmless.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void one_says_no(int *found)
{
    found[0] = threadIdx.x == 63 ? 2 : 1; //~ data-race block global write-write harm=found
}

// The barrier orders the two: no race, so no harm.
// expect: proved
__global__ void ordered(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = 3 * threadIdx.x + 1;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x ^ 32];
}
