// One thread writes each of them.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void last_writer(int *out)
{
    __shared__ int odd, even;
    if (threadIdx.x == 63)
        odd = threadIdx.x;
    if (threadIdx.x == 62)
        even = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = odd + even;
}
