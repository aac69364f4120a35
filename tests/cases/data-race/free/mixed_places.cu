// Addresses mixed by divisions, remainders and bits: in a launch of fixed size, all of them are listed.
// kverify-test: block=64 grid=32

// A square that is folded: row 0 and the middle row are done by half of the threads.
// expect: proved
__global__ void folded(float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i % 32, y = i / 32;
    if (x == 0 && y > 32)
        return;
    unsigned back = (64 - y) % 64, across = (64 - x) % 64;
    out[y * 64 + x] = 1;
    out[back * 64 + across] = 2;
    if (x == 0) {
        out[y * 64 + 32] = 3;
        out[back * 64 + 32] = 4;
    }
}

// Multiplication by 5 modulo 2048 is a permutation, and so is what is xored into it.
// expect: proved
__global__ void scattered(int *out, int *in, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned place = (i * 5u + 7u) % 2048u;
    place = place ^ (place >> 3);
    if (in[i] > n)
        out[place] = i;
}
