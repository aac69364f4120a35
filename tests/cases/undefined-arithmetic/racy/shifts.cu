// Shifts by as many bits as there are.
// kverify-test: block=64 grid=1

// Devices shift everything out.
// expect: proved
__global__ void bit(unsigned *out)
{
    out[threadIdx.x] = 1u << threadIdx.x; //~ warning undefined-arithmetic
}
