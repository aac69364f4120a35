// memcheck: the device's heap is small, and an allocation that failed is null.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because an allocation that fails is no case
__global__ void work(int *out, int n)
{
    int *mine = static_cast<int *>(malloc(1u << 30));
    mine[0] = threadIdx.x;
    out[threadIdx.x] = mine[0];
    free(mine);
}
