// racecheck, LD's intra-warp races: lanes of one warp without __syncwarp between them.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void tree(int *a)
{
    __shared__ int s[32];
    s[threadIdx.x] = a[threadIdx.x]; // @write
    if (threadIdx.x < 16)
        s[threadIdx.x] += s[threadIdx.x + 16]; //~ data-race block shared read-write with @write
    a[threadIdx.x] = s[threadIdx.x];
}
