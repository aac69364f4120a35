// If the arrays may overlap, a neighbour's result may be somebody's input.
// kverify-test: block=64 grid=1 may-alias=yes

// expect: violated
__global__ void k(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x + 1]; //~ data-race block global read-write
}
