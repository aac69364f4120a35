// initcheck, by --initcheck-address-space: shared memory starts as anything.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void count(int *out)
{
    __shared__ int total;
    atomicAdd(&total, 1); //~ warning uninitialised-read
    __syncthreads();
    out[threadIdx.x] = total;
}
