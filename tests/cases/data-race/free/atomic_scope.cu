// Device-wide atomics from several blocks.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *n)
{
    atomicAdd(n, 1);
    atomicCAS(n, 7, 0);
    atomicExch(n + 1, threadIdx.x);
}
