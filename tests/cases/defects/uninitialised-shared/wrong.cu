// initcheck, by --initcheck-address-space: shared memory starts as anything.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because uninitialised reads are not checked
__global__ void count(int *out)
{
    __shared__ int total;
    atomicAdd(&total, 1);
    __syncthreads();
    out[threadIdx.x] = total;
}
