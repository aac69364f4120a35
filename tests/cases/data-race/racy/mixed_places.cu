// As free/mixed_places.cu, with two places that meet.
// kverify-test: block=64 grid=32

// Without the way out, row 0 of one half is written by the other half as well.
// expect: violated
__global__ void folded(float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i % 32, y = i / 32;
    unsigned back = (64 - y) % 64, across = (64 - x) % 64;
    out[y * 64 + x] = 1; // @forth
    out[back * 64 + across] = 2; //~ data-race grid global write-write with @forth
}

// Multiplication by 6 is none.
// expect: violated
__global__ void scattered(int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = (i * 6u + 7u) % 2048u;
    place = place ^ (place >> 3);
    out[place] = i; //~ data-race grid global write-write
}

// A hash that is no permutation of so many places.
// expect: violated
__global__ void hashed(int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = (i * 2654435761u) >> 21;
    out[place ^ (place >> 4)] = i; //~ data-race grid global write-write
}
