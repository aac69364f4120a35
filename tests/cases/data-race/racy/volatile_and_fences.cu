// Neither `volatile` nor a fence is a barrier.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    volatile __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; // @put
    __threadfence_block();
    out[blockIdx.x * 64 + t] = s[63 - t]; //~ data-race block shared read-write with @put
}
