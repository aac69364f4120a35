// Each thread goes on in steps of the block.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, int n)
{
    __shared__ int s[256];
    int i = threadIdx.x;
    do {
        s[i] = i;
        i += 64;
    } while (i < n && i < 256);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
