// 256 threads just fit into a byte.
// kverify-test: block=256 grid=1

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[256];
    unsigned char i = threadIdx.x + 200;
    s[i] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[i];
}
