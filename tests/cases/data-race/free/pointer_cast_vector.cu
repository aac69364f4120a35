// Four floats a thread, stored at once and read one by one.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(float *out)
{
    __shared__ float s[64 * 4];
    int t = threadIdx.x;
    reinterpret_cast<float4 *>(s)[t] = make_float4(t, t + 1, t + 2, t + 3);
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t] + s[t + 64];
}
