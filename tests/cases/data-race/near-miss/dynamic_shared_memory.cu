// The views overlap, but a barrier stands between their uses.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    extern __shared__ int memory[];
    int t = threadIdx.x;
    memory[t] = t;
    __syncthreads();
    int x = memory[63 - t];
    __syncthreads();
    ((float *)memory)[t] = x;
    __syncthreads();
    out[blockIdx.x * 64 + t] = (int)((float *)memory)[63 - t];
}
