// A negative remainder is folded onto a positive one.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int i = (int)threadIdx.x - 32;
    s[abs(i % 33)] = i; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
