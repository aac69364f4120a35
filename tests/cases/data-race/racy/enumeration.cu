// Two names of one number.
// kverify-test: block=64 grid=2

enum Slot { FIRST, SECOND, LAST = 1 };

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[2];
    int t = threadIdx.x;
    if (t == 0)
        s[SECOND] = 1; // @second
    if (t == 1)
        s[LAST] = 2; //~ data-race block shared write-write with @second
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[1];
}
