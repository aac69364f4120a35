// All lanes shuffle, some use it.
// kverify-test: block=32 grid=1 arch=35

// expect: proved
__global__ void sum(int *a)
{
    int v = a[threadIdx.x];
    int w = __shfl_down(v, 16);
    if (threadIdx.x < 16)
        v += w;
    a[threadIdx.x] = v;
}
