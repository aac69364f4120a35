// CARP 3.1, LD's inter-block races: blocks write one place of global memory.
// kverify-test: block=64 grid=4

// expect: violated
__global__ void done(int *flag, int *by)
{
    if (threadIdx.x == 0) {
        flag[0] = 1;
        //~ warning data-race grid global write-write
        by[0] = blockIdx.x; //~ data-race grid global write-write
    }
}
