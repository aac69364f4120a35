// How often a loop runs depends on the thread, and something in it takes constant values only: what follows the loop
// is reached by all threads nevertheless.
// kverify-test: block=8 grid=1

// expect: violated
__global__ void after(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    int halves = 2;
    for (int i = t; i < 20; i += 8) {
        halves = halves >> 1;
        s[t] = halves; // @inside
    }
    s[(t * 7 + 9) & 31] = 8; //~ data-race shared write-write with @inside
    __syncthreads();
    out[t] = s[t];
}

// expect: violated
__global__ void sum(int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned char sum = 1;
    for (unsigned i = 0; i < t % 3; ++i) {
        sum = sum + i;
    }
    atomicAdd(&s[(t + 15) / 4], sum); // @counted
    s[t] = 1; //~ data-race shared atomic-plain with @counted
    __syncthreads();
    out[t] = s[t];
}
