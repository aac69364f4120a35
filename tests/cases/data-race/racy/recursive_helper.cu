// A helper that calls itself: what its calls touch races.
// kverify-test: block=32 grid=1

__device__ void spread(int *cells, int at, int left)
{
    if (left == 0)
        return;
    cells[at] = left; //~ data-race block global write-write
    spread(cells, at + 1, left - 1);
}

// expect: violated
__global__ void overlapping_runs(int *out)
{
    spread(out, threadIdx.x, 3);
}

__device__ int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

// expect: violated
__global__ void index_by_recursion(int *out)
{
    out[gcd(12, threadIdx.x % 3 + 1)] = threadIdx.x; //~ data-race block global write-write
}
