// Once.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void work(int *out)
{
    int *mine = new int[4];
    mine[0] = threadIdx.x;
    out[threadIdx.x] = mine[0];
    delete[] mine;
}
