// The value is in shared memory.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void neighbours(int *out)
{
    __shared__ int value[64];
    value[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = value[63 - threadIdx.x];
}
