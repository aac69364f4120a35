// The index wraps round at zero into the last thread's cell.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = t; // @own
    s[(t - 1) % 64] = t + 100; //~ data-race block shared write-write with @own
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
