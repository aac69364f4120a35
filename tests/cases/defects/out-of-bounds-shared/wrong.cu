// memcheck: past the end of an array in shared memory.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void shift(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x + 1] = threadIdx.x; //~ out-of-bounds
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
