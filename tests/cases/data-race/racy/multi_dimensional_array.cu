// Row and column are exchanged in one interval.
// kverify-test: block=8,8 grid=1

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[8][8];
    s[threadIdx.y][threadIdx.x] = threadIdx.x; // @put
    out[threadIdx.y * 8 + threadIdx.x] = s[threadIdx.x][threadIdx.y]; //~ data-race block shared read-write with @put
}
