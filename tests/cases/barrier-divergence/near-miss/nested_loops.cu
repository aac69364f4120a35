// Triangular, yet the same for all.
// kverify-test: block=4 grid=1

// expect: proved
__global__ void k(int *out, int n)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            if ((i + j) % 2 == 0)
                __syncthreads();
        }
    out[threadIdx.x] = 1;
}
