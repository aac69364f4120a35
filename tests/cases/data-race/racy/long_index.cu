// The product of two 32-bit numbers wraps before it is widened.
// kverify-test: block=256 grid=16777217 arith=bv

// expect: violated
__global__ void k(unsigned *out)
{
    unsigned i = blockIdx.x * 256u + threadIdx.x;
    out[i] = blockIdx.x; //~ data-race grid global write-write
}
