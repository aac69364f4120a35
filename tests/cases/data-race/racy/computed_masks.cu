// Lanes of different masks are not ordered.
// kverify-test: block=48 grid=2

// expect: violated
__global__ void odd_and_even(int *out)
{
    __shared__ int s[48];
    int t = threadIdx.x;
    s[t] = t; // @own
    __syncwarp(0x55555555u << (t & 1));
    out[blockIdx.x * 48 + t] = s[t ^ 1]; //~ data-race warp shared read-write with @own
}

// expect: violated
__global__ void head_reads_tail(int *out)
{
    __shared__ int s[48];
    int t = threadIdx.x, lane = t % 32;
    s[t] = t; // @put
    __syncwarp(lane < 4 ? 0xfu : 0xfffffff0u);
    if (lane < 4) out[blockIdx.x * 48 + t] = s[t ^ 7]; //~ data-race warp shared read-write with @put
}
