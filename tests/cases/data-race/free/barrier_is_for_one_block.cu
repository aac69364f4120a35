// The partner is in the same block.
// kverify-test: block=64

// expect: proved
__global__ void k(int *a, int *out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    a[i] = i;
    __syncthreads();
    out[i] = a[i ^ 32];
}
