// The macro rounds down to pairs.
// kverify-test: block=64 grid=2

#define PAIR(i) i / 2 * 2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[PAIR(t)] = t; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
