// A row a thread, and in it always the same column.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(float **rows)
{
    rows[blockIdx.x * 64 + threadIdx.x][7] = 1.0f;
}
