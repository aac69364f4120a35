// Freed behind the last use.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    mine[0] = threadIdx.x;
    out[threadIdx.x] = mine[0];
    free(mine);
}
