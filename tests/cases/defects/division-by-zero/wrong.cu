// Undefined arithmetic: a divisor on the way to an index is zero.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void spread(int *out)
{
    atomicAdd(&out[1024 / threadIdx.x % 64], 1); //~ undefined-arithmetic
}
