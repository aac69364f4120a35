// The same shapes, with values that no data puts there.
// kverify-test: block=64 grid=1

// expect: proved
// today: suspect, because what shared arrays hold after a barrier is not followed
__global__ void never_stored(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x] & 7;
    __syncthreads();
    if (tile[63 - threadIdx.x] == 9)
        out[0] = threadIdx.x;
}

// Near miss: 7 is among them.
// expect: violated
__global__ void just_stored(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x] & 7;
    __syncthreads();
    if (tile[63 - threadIdx.x] == 7)
        out[0] = threadIdx.x; //~ data-race block global write-write
}
