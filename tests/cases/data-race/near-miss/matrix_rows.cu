// Of two matrices, the rows are those of the first sixteen lanes; the others read nothing (`ldmatrix.x2`). A mask of the lanes below.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void two_matrices(int *out, int n)
{
    __shared__ int tile[128];
    int a, b;
    if (threadIdx.x >= 16)
        tile[64 + threadIdx.x] = n;
    const int *row = threadIdx.x < 16 ? tile + 4 * threadIdx.x : tile + 64;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(row));
    out[threadIdx.x] = a + b;
}

// expect: proved
__global__ void lanes_below(unsigned *out)
{
    unsigned below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    if (below == 0)
        out[0] = threadIdx.x;
}
