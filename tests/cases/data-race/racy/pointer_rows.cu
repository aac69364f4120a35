// The rows are distinct, the column is not.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int **rows)
{
    rows[blockIdx.x][threadIdx.x / 2] = threadIdx.x; //~ data-race block global write-write
}
