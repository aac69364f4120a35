// A pointer into the middle, and an index that goes back from it.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[128];
    int *middle = s + 64;
    int t = threadIdx.x;
    middle[-t] = t; // @back
    s[t] = t + 1; //~ data-race block shared write-write with @back
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
