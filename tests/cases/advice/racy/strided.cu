// Parameters that nobody fixes decide on banks and sectors: sizes are those of the block.
// kverify-test: block=64 grid=1 perf=yes assume="stride >= 1"

// expect: proved
__global__ void of_banks(float *out, int stride)
{
    extern __shared__ float cells[];
    cells[threadIdx.x * stride] = out[threadIdx.x]; //~ note bank-conflict
}

__global__ void of_sectors(const float *in, float *out, int stride)
{
    out[threadIdx.x] = in[threadIdx.x * stride]; //~ note uncoalesced-access
}
