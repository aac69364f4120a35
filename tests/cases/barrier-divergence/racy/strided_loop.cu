// The last round is not for all.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, int n)
{
    for (int i = threadIdx.x; i < n; i += 64) {
        out[blockIdx.x * n + i] = i;
        __syncthreads(); // @inside
    }
    __syncthreads(); //~ barrier-divergence with @inside
}
