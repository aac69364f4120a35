// The barrier is in a function that all threads call.
// kverify-test: block=64 grid=2

__device__ void wait() { __syncthreads(); }

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    wait();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
