// `alignas` behind a memory space, as nvcc takes it.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void k()
{
    __shared__ alignas(16) int s[64];
    s[threadIdx.x & 31] = threadIdx.x; //~ data-race block shared write-write
}
