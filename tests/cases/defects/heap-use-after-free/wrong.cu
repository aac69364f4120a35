// memcheck: memory of the device's heap is read after it was freed.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because what kernels free is not followed
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    mine[0] = threadIdx.x;
    free(mine);
    out[threadIdx.x] = mine[0];
}
