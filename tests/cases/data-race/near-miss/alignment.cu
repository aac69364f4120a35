// `alignas` behind a memory space, as nvcc takes it; everyone has a cell.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void k()
{
    __shared__ alignas(alignof(double)) int s[64];
    s[threadIdx.x & 63] = threadIdx.x;
}
