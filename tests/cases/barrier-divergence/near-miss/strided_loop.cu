// The user says that the last round is full.
// kverify-test: block=64 grid=2 assume="n % 64 == 0"

// expect: proved
__global__ void k(int *out, int n)
{
    for (int i = threadIdx.x; i < n; i += 64) {
        out[blockIdx.x * n + i] = i;
        __syncthreads();
    }
    __syncthreads();
}
