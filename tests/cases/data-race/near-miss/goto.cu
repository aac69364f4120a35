// The jump leaves one thread to write.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t > 0)
        goto end;
    s[0] = t;
end:
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[0];
}
