// Atomic operations of different widths are not atomic for each other.
// kverify-test: block=2 grid=1

// expect: violated
__global__ void half_of_a_word(unsigned int *words)
{
    unsigned short *halves = (unsigned short *)words;
    if (threadIdx.x == 0)
        atomicAdd(words, 1u); // @whole
    else
        atomicCAS(halves + 1, (unsigned short)0, (unsigned short)1); //~ data-race block global atomic-plain with @whole
}

// expect: violated
__global__ void word_of_a_pair(unsigned int *words)
{
    __shared__ unsigned long long pair[2];
    if (threadIdx.x == 0)
        pair[0] = pair[1] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&pair[1], 1ull); // @pair
    else
        atomicOr((unsigned int *)pair + 2, words[0]); //~ data-race block shared atomic-plain with @pair
}
