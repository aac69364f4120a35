// The result depends on the order of the blocks, though all accesses are atomic.
// kverify-test: block=64 grid=8

// expect: proved
__global__ void last(int *out)
{
    if (threadIdx.x == 0)
        atomicExch(out, blockIdx.x);
}
