// Written first.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    if (mine) {
        mine[1] = threadIdx.x;
        out[threadIdx.x] = mine[1];
    }
    free(mine);
}
