// Constants count on from the last given one.
// kverify-test: block=64 grid=2

enum Slot { FIRST = 3, SECOND, THIRD };

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[6];
    int t = threadIdx.x;
    if (t == 0)
        s[SECOND] = 1;
    if (t == 1)
        s[5] = 2;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[THIRD];
}
