// memcheck, hardware exceptions: a thread stops the kernel.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void check(int *out)
{
    if (threadIdx.x + 1 == blockDim.x)
        __trap(); //~ assertion
    out[threadIdx.x] = 1;
}
