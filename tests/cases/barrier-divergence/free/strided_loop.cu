// The round is for all, the work in it is not.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    for (int first = 0; first < n; first += 64) {
        int i = first + threadIdx.x;
        if (i < n)
            out[blockIdx.x * n + i] = i;
        __syncthreads();
    }
    __syncthreads();
}
