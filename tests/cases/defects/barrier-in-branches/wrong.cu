// CARP 3.2, CL-Vis listing 4, synccheck "divergent threads in block": two barriers for two halves of a block.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void halves(int *a)
{
    if (threadIdx.x % 2) {
        a[threadIdx.x] = 1;
        __syncthreads(); //~ barrier-divergence with @other
    } else {
        __syncthreads(); // @other
        a[threadIdx.x] = 2;
    }
}
