// A barrier between them.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void rotate(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    int next = s[(threadIdx.x + 1) % 64];
    __syncthreads();
    s[threadIdx.x] = next;
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
