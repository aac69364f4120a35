// Advice: a barrier that orders nothing.
// kverify-test: block=64 grid=1 perf=yes

// expect: proved
__global__ void twice(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads(); //~ note redundant-barrier
    a[threadIdx.x] = 2 * s[threadIdx.x];
}
