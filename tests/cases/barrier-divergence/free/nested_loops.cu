// The same rounds for all.
// kverify-test: block=4 grid=1

// expect: proved
__global__ void k(int *out, int outer, int inner)
{
    for (int i = 0; i < outer; ++i)
        for (int j = 0; j < inner; ++j)
            __syncthreads();
    out[threadIdx.x] = 1;
}
