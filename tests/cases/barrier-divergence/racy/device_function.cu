// The barrier hides in a function that not all threads call.
// kverify-test: block=64 grid=2

__device__ void wait()
{
    __syncthreads(); //~ barrier-divergence
}

// expect: violated
__global__ void k(int *out)
{
    if (threadIdx.x < 7)
        wait();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    wait();
}
