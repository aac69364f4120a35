// Each thread's run of cells ends where the next one's begins.
// kverify-test: block=32 grid=1

__device__ void spread(int *cells, int at, int left)
{
    if (left == 0)
        return;
    cells[at] = left;
    spread(cells, at + 1, left - 1);
}

// expect: proved
__global__ void adjacent_runs(int *out)
{
    spread(out, threadIdx.x * 3, 3);
}
