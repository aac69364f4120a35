// The second round, which would collide, never happens.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int i = threadIdx.x;
    do {
        s[i] = i;
        i += 1;
    } while (i < 0);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
