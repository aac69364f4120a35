// racecheck, WAW: two threads write one element.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void pairs(int *a)
{
    __shared__ int s[32];
    s[threadIdx.x / 2] = a[threadIdx.x]; //~ data-race block shared write-write
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x / 2];
}
