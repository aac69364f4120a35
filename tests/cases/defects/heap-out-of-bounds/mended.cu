// As large as it is used.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    mine[threadIdx.x % 4] = 1;
    out[threadIdx.x] = mine[0];
    free(mine);
}
