// memcheck, hardware exceptions: a thread stops the kernel.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because stopping the kernel is no finding
__global__ void check(int *out)
{
    if (threadIdx.x + 1 == blockDim.x)
        __trap();
    out[threadIdx.x] = 1;
}
