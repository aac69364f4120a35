// The start is kept.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    for (int i = 0; i < 4; ++i)
        mine[i] = i;
    out[threadIdx.x] = mine[3];
    free(mine);
}
