// A loop with a barrier has as many rounds as the thread's row has elements.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void per_row(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    for (unsigned i = 0; i < threadIdx.x / 32 + 1; ++i) {
        __syncthreads(); //~ barrier-divergence with exit
        out[threadIdx.x] += s[threadIdx.x];
    }
}
