// Block-wide atomics from several blocks.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *n)
{
    atomicAdd_block(n, 1); //~ data-race grid global
}
