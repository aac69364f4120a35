// The sum of two bytes is an int.
// kverify-test: block=256 grid=1

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[512];
    unsigned char i = threadIdx.x;
    unsigned char j = 200;
    s[i + j] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[i + j];
}
