// Bitonic exchange: the lower of two partners moves both cells.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = out[blockIdx.x * 64 + t];
    for (int m = 32; m > 0; m >>= 1) {
        __syncthreads();
        int partner = t ^ m;
        if (partner > t && s[t] > s[partner]) {
            int x = s[t];
            s[t] = s[partner];
            s[partner] = x;
        }
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
