// CARP 3.2: some threads leave the kernel before a barrier. Devices since sm_70 do not wait for them; a warning.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void leave_early(int *a, int n)
{
    __shared__ int s[64];
    if (threadIdx.x >= n)
        return;
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads(); //~ warning barrier-divergence with exit
    a[threadIdx.x] = s[n - 1 - threadIdx.x];
}
