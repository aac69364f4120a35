// Threads start at different places but all go round four times.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    for (int i = threadIdx.x; i < 256; i += 64) {
        out[blockIdx.x * 256 + i] = i;
        __syncthreads();
    }
}
