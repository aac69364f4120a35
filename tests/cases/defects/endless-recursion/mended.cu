// Nearer to the end with each call.
// kverify-test: block=64 grid=1

__device__ int depth(int n) { return n > 0 ? depth(n - 1) + 1 : 0; }

// expect: proved
__global__ void deep(int *out)
{
    out[threadIdx.x] = depth(threadIdx.x);
}
