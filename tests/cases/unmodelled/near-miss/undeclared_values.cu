// A name that nothing declares and whose value is used stands for a number, which is said.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void value(int *out)
{
    out[threadIdx.x] = MARK;
}

// expect: proved
__global__ void size(int *out)
{
    __shared__ int tile[64 + PADDING];
    tile[threadIdx.x + PADDING] = out[threadIdx.x];
    out[threadIdx.x] = tile[threadIdx.x + PADDING];
}
