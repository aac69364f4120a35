// One byte decides.
// kverify-test: block=2 grid=1

// The half is in the next word.
// expect: proved
__global__ void beyond_the_word(unsigned int *words)
{
    unsigned short *halves = (unsigned short *)words;
    if (threadIdx.x == 0)
        atomicAdd(words, 1u);
    else
        atomicCAS(halves + 2, (unsigned short)0, (unsigned short)1);
}

// expect: violated
__global__ void in_the_word(unsigned int *words)
{
    unsigned short *halves = (unsigned short *)words;
    if (threadIdx.x == 0)
        atomicAdd(words + 1, 1u); // @whole
    else
        atomicCAS(halves + 3, (unsigned short)0, (unsigned short)1); //~ data-race block global atomic-plain with @whole
}

// Other types of one width.
// expect: proved
__global__ void one_width(unsigned int *words)
{
    if (threadIdx.x == 0)
        atomicAdd(words, 1u);
    else
        atomicAdd((float *)words, 1.0f);
}
