// memcheck: what is freed is not where the allocation starts.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because what kernels free is not followed
__global__ void work(int *out)
{
    int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
    for (int i = 0; i < 4; ++i)
        *mine++ = i;
    out[threadIdx.x] = mine[-1];
    free(mine);
}
