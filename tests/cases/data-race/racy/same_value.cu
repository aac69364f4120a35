// Not everybody writes the same.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *flag, const int *in)
{
    if (in[threadIdx.x] != 0)
        *flag = in[threadIdx.x]; //~ data-race block global write-write //~ data-race grid global write-write
}
