// synccheck, divergent threads in block: the counting barrier is one as well.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void count(int *a)
{
    if (threadIdx.x < 32)
        a[threadIdx.x] = __syncthreads_count(a[threadIdx.x]); //~ barrier-divergence with exit
}
