// The jump skips the guard.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t > 60)
        goto write;
    if (t > 0)
        goto end;
write:
    s[0] = t; //~ data-race block shared write-write
end:
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[0];
}
