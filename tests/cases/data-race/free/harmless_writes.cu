// Writes of equal values: a warning, and no harm. Near misses write what differs in one thread alone.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void all_say_so(int *found, const int *in)
{
    if (in[blockIdx.x * 64 + threadIdx.x] == 5)
        found[0] = 1; //~ warning data-race block global write-write harm=benign //~ warning data-race grid global write-write harm=benign
}
