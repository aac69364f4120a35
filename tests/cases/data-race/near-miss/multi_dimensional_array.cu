// The column index runs past its row, yet in steps that miss the next row's cells.
// kverify-test: block=8,8 grid=1

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[9][16];
    int x = threadIdx.x;
    int y = threadIdx.y;
    s[y][2 * x] = x;
    s[y][2 * x + 17] = y;
    __syncthreads();
    out[y * 8 + x] = s[y][x]; //~ warning uninitialised-read
}
