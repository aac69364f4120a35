# // kverify-test: block=64 grid=1
"""Parts that are written in another order than they are put together in."""
import cupy as cp

TAIL = r"""
// expect: proved
extern "C" __global__ void last(int *a)
{
    a[threadIdx.x] = twice(threadIdx.x);
}
"""
HEAD = r"""
__device__ int twice(int x) { return 2 * x; }
"""
last = cp.RawKernel(HEAD + TAIL, "last")

END = r"""
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
"""
BEGIN = r"""
// expect: proved
extern "C" __global__ void turn(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = out[threadIdx.x];
"""
turn = cp.RawKernel(BEGIN + END, "turn")
