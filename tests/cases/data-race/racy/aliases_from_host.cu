// The host hands over one buffer twice.

// expect: violated
__global__ void k(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x + 1]; //~ data-race block global read-write
}

void host(int *buffer)
{
    k<<<1, 64>>>(buffer, buffer);
}
