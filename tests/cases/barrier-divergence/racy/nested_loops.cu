// As many barriers for all, but in other rounds of other loops.
// kverify-test: block=4 grid=1

// expect: violated
__global__ void k(int *out)
{
    int outer = threadIdx.x == 0 ? 4 : 1;
    int inner = threadIdx.x == 0 ? 1 : 4;
    for (int i = 0; i < outer; ++i)
        for (int j = 0; j < inner; ++j)
            __syncthreads(); //~ barrier-divergence
    out[threadIdx.x] = 1;
}
