// kverify: block=256 grid=64
__global__ void sum(int *out, const int *in)
{
    *out += in[256 * blockIdx.x + threadIdx.x];
}
