// The shuffle exchanges registers; the cell is still everybody's.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    int x = __shfl_down_sync(0xffffffffu, (int)threadIdx.x, 1);
    out[blockIdx.x] = x; //~ data-race block global write-write
}
