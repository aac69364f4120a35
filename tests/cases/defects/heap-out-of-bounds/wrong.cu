// memcheck: past the end of an allocation in the device's heap.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because allocations of kernels have no size
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    mine[threadIdx.x % 5] = 1;
    out[threadIdx.x] = mine[0];
    free(mine);
}
