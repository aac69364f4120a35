// The inner bound lets one row run into the next.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, int rows)
{
    int t = threadIdx.x;
    for (int r = 0; r < rows; ++r)
        for (int c = t; c < t + 2; ++c)
            out[(blockIdx.x * rows + r) * 64 + c] = r + t; //~ data-race block global write-write //~ data-race grid global write-write
}
