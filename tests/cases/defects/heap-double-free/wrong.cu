// memcheck: memory of the device's heap is freed twice.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because what kernels free is not followed
__global__ void work(int *out)
{
    int *mine = new int[4];
    mine[0] = threadIdx.x;
    out[threadIdx.x] = mine[0];
    delete[] mine;
    if (threadIdx.x == 0)
        delete[] mine;
}
