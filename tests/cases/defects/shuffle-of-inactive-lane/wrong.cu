// CARP 5.2: a lane reads the register of one that does not take part.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void sum(int *a)
{
    int v = a[threadIdx.x];
    if (threadIdx.x < 16)
        v += __shfl_down_sync(0xffffffff, v, 16); //~ divergent-collective
    a[threadIdx.x] = v;
}
