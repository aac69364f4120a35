// CARP 5.2, as it was written then: the shuffle has no mask, and the lane that is asked is not active.
// kverify-test: block=32 grid=1 arch=35

// expect: violated
__global__ void sum(int *a)
{
    int v = a[threadIdx.x];
    if (threadIdx.x < 16)
        v += __shfl_down(v, 16); //~ divergent-collective
    a[threadIdx.x] = v;
}
