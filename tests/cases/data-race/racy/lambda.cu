// The capture by reference is of a shared variable.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int last;
    auto note = [&](int x) { last = x; }; //~ data-race block shared write-write
    note(threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = last;
}
