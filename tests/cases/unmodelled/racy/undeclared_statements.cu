// What nothing declares and nobody asks the value of is a macro, which may store and wait.
// kverify-test: block=64 grid=1

// expect: unknown
__global__ void stores(int *out)
{
    out[threadIdx.x] = 0;
    DO_STORE;
}

// expect: unknown
__global__ void waits(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = out[threadIdx.x];
    if (threadIdx.x < 8)
        SYNC_ALL;
    out[threadIdx.x] = tile[threadIdx.x];
}

// expect: unknown
__global__ void steps(int *out, int n)
{
    for (int i = threadIdx.x; i < n; NEXT_STEP)
        out[threadIdx.x] = i++;
}
