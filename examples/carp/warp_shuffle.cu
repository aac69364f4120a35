// CARP D2.2.B, section 5.2: lanes that exchange values through registers.

// A butterfly over the full warp: no memory is shared.
// expect: proved
// kverify: block=32
__global__ void warp_sum(const int *in, int *out)
{
    int sum = in[blockIdx.x * 32 + threadIdx.x];
    for (int lane = 16; lane > 0; lane /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, lane);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
