// `__syncwarp` between reading and writing.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    if (t < 32) {
        int x = s[t] + s[t + 16];
        __syncwarp();
        s[t] = x;
        __syncwarp();
    }
    __syncthreads();
    out[t] = s[t];
}
