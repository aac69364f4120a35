// Each block has its own place.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void done(int *flag, int *by)
{
    if (threadIdx.x == 0) {
        flag[blockIdx.x] = 1;
        by[blockIdx.x] = blockIdx.x;
    }
}
