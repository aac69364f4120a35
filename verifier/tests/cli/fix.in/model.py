import cupy
k = cupy.RawKernel(r'''
extern "C" __global__ void k(int *out)
{
    __shared__ int s[256];
    s[threadIdx.x] = 1 + threadIdx.x;
    out[256 * blockIdx.x + threadIdx.x] = s[255 - threadIdx.x];
}
''', 'k')
k((1,), (256,), ())
