// Block-wide atomics on a cell of the block.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *n)
{
    atomicAdd_block(n + blockIdx.x, 1);
}
