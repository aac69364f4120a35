// All but one have left.

// expect: proved
__global__ void k(int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x != 0)
        return;
    out[0] = out[1] + 1;
}
