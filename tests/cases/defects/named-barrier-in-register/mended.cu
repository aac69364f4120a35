// One barrier for both.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void meet(int *a)
{
    asm volatile("bar.sync %0, 64;" ::"r"(blockDim.x / 32));
    a[threadIdx.x] = 1;
}
