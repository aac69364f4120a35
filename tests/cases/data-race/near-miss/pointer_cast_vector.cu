// The vector ends just before the cell that the other threads write.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(float *out)
{
    __shared__ __align__(16) float s[8];
    int t = threadIdx.x;
    if (t == 0)
        *(float4 *)s = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
    if (t == 1)
        s[4] = 5.0f;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t % 5];
}
