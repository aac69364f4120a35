// A barrier between them.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void reverse(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
