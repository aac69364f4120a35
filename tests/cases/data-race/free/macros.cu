// A macro computes the id.
// kverify-test: block=64 grid=2

#define ID (blockIdx.x * 64 + threadIdx.x)
#define FOR_ALL(i, n) for (int i = threadIdx.x; i < (n); i += 64)

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[256];
    FOR_ALL(i, 256)
        s[i] = i;
    __syncthreads();
    out[ID] = s[255 - threadIdx.x];
}
