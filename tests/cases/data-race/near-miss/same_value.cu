// Everybody who writes, writes 1: only a warning.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *flag, const int *in)
{
    if (in[threadIdx.x] != 0)
        *flag = 1; //~ warning data-race block global write-write //~ warning data-race grid global write-write
}
