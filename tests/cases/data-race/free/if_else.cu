// Each branch writes its own half.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t % 2 == 0)
        s[t] = 1;
    else
        s[64 + t] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t] + s[64 + t]; //~ warning uninitialised-read x2
}
