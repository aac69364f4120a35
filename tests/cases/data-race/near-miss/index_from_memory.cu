// The index was written by the thread itself.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int place[64];
    place[threadIdx.x] = blockIdx.x * 64 + threadIdx.x;
    out[place[threadIdx.x]] = 1;
}
