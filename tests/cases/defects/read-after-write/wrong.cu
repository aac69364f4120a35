// racecheck, RAW: read before the other thread's write is sure to be there.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void reverse(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x]; // @write
    a[threadIdx.x] = s[63 - threadIdx.x]; //~ data-race block shared read-write with @write
}
