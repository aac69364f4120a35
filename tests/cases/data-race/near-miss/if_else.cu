// The neighbour written to never takes the branch that writes.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    if (t % 2 == 0) {
        s[t] = 1;
        s[t + 1] = 2;
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
