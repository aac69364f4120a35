// The conversion leaves enough of the index.
// kverify-test: block=512 grid=1

// expect: proved
__global__ void short_index(int *out)
{
    out[(unsigned short)threadIdx.x] = threadIdx.x;
}

// expect: proved
__global__ void parity_and_the_rest(int *out)
{
    out[(threadIdx.x & 1) * 256 + threadIdx.x / 2] = threadIdx.x;
}

// expect: proved
__global__ void low_bits_move_to_the_top(int *out)
{
    out[(threadIdx.x << 23) >> 23] = threadIdx.x;
}

// expect: proved
__global__ void only_one_half_wraps(int *out)
{
    if (threadIdx.x < 256)
        out[(unsigned char)(threadIdx.x + 200)] = threadIdx.x;
}
