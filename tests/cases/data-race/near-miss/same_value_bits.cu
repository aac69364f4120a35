// Every thread writes the same values, in whichever words they are said.
// kverify-test: block=32 grid=1 arith=bv

// expect: proved
__global__ void all_alike(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = 2 * i + 1; //~ warning data-race block global write-write
}

// expect: proved
__global__ void said_differently(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = threadIdx.x % 2 == 0 ? i + i : 2 * i; //~ warning data-race block global write-write
}

// All that is different is shifted out.
// expect: proved
__global__ void nothing_left(unsigned char *out)
{
    out[0] = (unsigned char)(threadIdx.x * 256); //~ warning data-race block global write-write
}

// A bit is left.
// expect: violated
__global__ void a_bit_left(unsigned char *out)
{
    out[0] = (unsigned char)(threadIdx.x * 128); //~ data-race block global write-write
}

// Four quarters of the turn are none.
// expect: proved
__global__ void wraps_in_the_loop(unsigned *out)
{
    unsigned v = 0;
    for (int i = 0; i < 4; i++)
        v += threadIdx.x << 30;
    out[0] = v; //~ warning data-race block global write-write
}

// Three are not.
// expect: violated
__global__ void wraps_once_less(unsigned *out)
{
    unsigned v = 0;
    for (int i = 0; i < 3; i++)
        v += threadIdx.x << 30;
    out[0] = v; //~ data-race block global write-write
}
