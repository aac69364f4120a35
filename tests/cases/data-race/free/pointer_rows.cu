// A row a block, a column a thread.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int **rows)
{
    rows[blockIdx.x][threadIdx.x] = threadIdx.x;
}
