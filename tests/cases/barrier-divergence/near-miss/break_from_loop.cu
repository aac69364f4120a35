// The break is for a round that no thread comes to.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    for (int i = 0; i < 8; ++i) {
        if (threadIdx.x + 64 == i)
            break;
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads();
}
