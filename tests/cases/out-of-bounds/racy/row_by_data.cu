// kverify-test: block=64 grid=1
// expect: violated

// Five bits say which of sixteen rows it is.
__global__ void row_by_five_bits(int *out, const int *in)
{
    __shared__ int counts[16][64];
    int t = threadIdx.x;
    for (int i = 0; i < 16; i++)
        counts[i][t] = 0;
    counts[in[t] & 31][t] += 1; //~ out-of-bounds
    out[t] = counts[0][t];
}
