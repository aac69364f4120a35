// Conversions that an index of this size survives.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void byte(int *out) { out[(unsigned char)threadIdx.x] = threadIdx.x; }

// expect: proved
__global__ void parity(int *out)
{
    if ((threadIdx.x & 1) == 0) out[threadIdx.x / 2] = threadIdx.x;
}

// expect: proved
__global__ void wrapped(int *out) { out[threadIdx.x + 0xffffff00u + 0x100u] = 1; }
