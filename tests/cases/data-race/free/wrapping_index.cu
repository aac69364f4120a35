// Everybody writes the cell of the thread on the left, round the corner.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[(t - 1) % 64] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
