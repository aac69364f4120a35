// initcheck: memory of the device's heap starts as anything.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because uninitialised reads are not checked
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    if (mine)
        out[threadIdx.x] = mine[1];
    free(mine);
}
