// The shift drops the bit out of the type: the loop ends with the stride at 0, after all strides and not before.
// kverify-test: block=64

// expect: violated
__global__ void every_bit(int *out, unsigned flags)
{
    unsigned bit = 1, count = 0;
    for (; bit; bit <<= 1)
        count += (flags & bit) != 0;
    if (bit == 0)
        out[0] = threadIdx.x + count; //~ data-race block global write-write
    //~ data-race grid global write-write
}
