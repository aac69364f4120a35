// All leave the loop in the same round.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        if (in[0] == i)
            break;
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads();
}
