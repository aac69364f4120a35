// Sums and products are converted to 8 bits, and wrap: 3 is odd, so 256 threads still come to 256 cells.
// kverify-test: block=256 grid=1

// expect: proved
__global__ void unsigned_cell()
{
    __shared__ int s[256];
    unsigned char i = 3 * threadIdx.x;
    s[i] = threadIdx.x;
}

// expect: proved
__global__ void signed_cell()
{
    __shared__ int s[256];
    signed char i = 3 * threadIdx.x;
    s[i + 128] = threadIdx.x;
}
