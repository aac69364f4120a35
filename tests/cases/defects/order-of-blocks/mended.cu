// The greatest number, whatever the order.
// kverify-test: block=64 grid=8

// expect: proved
__global__ void last(int *out)
{
    if (threadIdx.x == 0)
        atomicMax(out, blockIdx.x);
}
