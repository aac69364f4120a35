// kverify: block=256
__global__ void reduce(int *out, const int *in)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[256 * blockIdx.x + t];
    for (int h = 128; h > 0; h /= 2)
        if (t < h)
            s[t] += s[t + h];
    if (t == 0)
        out[blockIdx.x] = s[0];
}
