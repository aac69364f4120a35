// A lambda computes the index.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    auto mirrored = [](int i) { return 63 - i; };
    s[mirrored(threadIdx.x)] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
