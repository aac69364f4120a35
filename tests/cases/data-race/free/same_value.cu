// One writer for the grid.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *flag)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *flag = 1;
}
