// All count.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void count(int *a)
{
    int all = __syncthreads_count(a[threadIdx.x]);
    if (threadIdx.x < 32)
        a[threadIdx.x] = all;
}
