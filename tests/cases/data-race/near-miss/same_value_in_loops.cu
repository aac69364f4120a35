// Every thread writes the same values, in whichever words they are said.
// kverify-test: block=32 grid=1

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
