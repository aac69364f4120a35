// A byte of the neighbour's word.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[65];
    char *bytes = (char *)s;
    int t = threadIdx.x;
    s[t] = t; // @word
    bytes[4 * t + 4] = 1; //~ data-race block shared write-write with @word
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
