// The partner is in another block, but there is only one.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void k(int *a, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i;
    __syncthreads();
    out[i] = a[(i + 64) % (64 * gridDim.x)];
}
