// They stay for the barrier.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void leave_early(int *a, int n)
{
    __shared__ int s[64];
    if (threadIdx.x < n)
        s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n)
        a[threadIdx.x] = s[n - 1 - threadIdx.x];
}
