// A fence and a barrier.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    volatile __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __threadfence();
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}
