// As many rounds for all; who is done adds nothing.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void per_row(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    for (unsigned i = 0; i < 2; ++i) {
        __syncthreads();
        if (i < threadIdx.x / 32 + 1)
            out[threadIdx.x] += s[threadIdx.x];
    }
}
