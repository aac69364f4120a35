// Four floats are stored at once, three of them the neighbours'.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(float *out)
{
    __shared__ float s[64 + 3];
    int t = threadIdx.x;
    s[t] = t; // @one
    if (t % 4 == 1)
        *(float4 *)&s[t - 1] = make_float4(1.0f, 2.0f, 3.0f, 4.0f); //~ data-race block shared write-write with @one
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
