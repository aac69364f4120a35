// Threads leave the loop in different rounds.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(const int *in, int *out, int n)
{
    for (int i = 0; i < n; ++i) {
        if (in[threadIdx.x] == i)
            break;
        __syncthreads(); // @inside
    }
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    __syncthreads(); //~ barrier-divergence with @inside
}
