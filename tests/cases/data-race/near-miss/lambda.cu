// The capture by value keeps the index of its making.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int i = threadIdx.x;
    auto put = [i](int x) { s[i] = x; };
    i = 0;
    put(i);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
