// Sums and products are converted to 8 bits, and wrap: one thread more comes to a cell that is taken.
// kverify-test: block=257 grid=1

// expect: violated
__global__ void unsigned_cell()
{
    __shared__ int s[256];
    unsigned char i = 3 * threadIdx.x;
    s[i] = threadIdx.x; //~ data-race block shared write-write
}

// expect: violated
__global__ void signed_cell()
{
    __shared__ int s[256];
    signed char i = 3 * threadIdx.x;
    s[i + 128] = threadIdx.x; //~ data-race block shared write-write
}

// expect: violated
__global__ void counted_backwards()
{
    __shared__ int s[256];
    unsigned char i = blockDim.x - 1 - threadIdx.x;
    s[i] = threadIdx.x; //~ data-race block shared write-write
}
