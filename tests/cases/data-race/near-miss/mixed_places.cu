// As free/mixed_places.cu, with places that nearly meet, and with what only looks like it.
// kverify-test: block=64 grid=32

// Even places are scattered, odd ones too; one thread goes on to the place after its own.
// expect: violated
__global__ void overlapping(char *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = (i * 5u + 7u) % 2048u;
    place = place ^ (place >> 3);
    out[place * 2] = 1; // @one
    out[place * 2 + 1] = 2;
    if (i == 77)
        out[((place + 1) % 2048) * 2] = 3; //~ data-race grid global write-write with @one
}

// The same places, but each thread of another block first.
// expect: proved
__global__ void own(int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = (i * 5u + 7u) % 2048u;
    place = place ^ (place >> 3);
    out[place] = i;
    out[place + 2048] = out[place];
}
