// Bytes are put together after a barrier.
// kverify-test: block=64 grid=2

union Word {
    unsigned all;
    unsigned char byte[4];
};

// expect: proved
__global__ void k(unsigned *out)
{
    __shared__ Word w[16];
    unsigned t = threadIdx.x;
    w[t / 4].byte[t % 4] = t;
    __syncthreads();
    if (t % 4 == 0)
        out[blockIdx.x * 16 + t / 4] = w[t / 4].all;
}
