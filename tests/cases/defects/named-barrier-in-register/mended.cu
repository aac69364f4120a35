// One barrier for both.
// kverify-test: block=64 grid=1

// expect: proved
// today: unknown, because which barrier it is stands in a register
__global__ void meet(int *a)
{
    asm volatile("bar.sync %0, 64;" ::"r"(blockDim.x / 32));
    a[threadIdx.x] = 1;
}
