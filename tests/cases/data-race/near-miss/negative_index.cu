// The two halves meet at the middle, in one thread.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int *middle = s + 64;
    int t = threadIdx.x;
    middle[-t] = t;
    middle[t] = t;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t + 1];
}
