// It is asked first.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void work(int *out, int n)
{
    int *mine = static_cast<int *>(malloc(1u << 30));
    if (mine) {
        mine[0] = threadIdx.x;
        out[threadIdx.x] = mine[0];
        free(mine);
    }
}
