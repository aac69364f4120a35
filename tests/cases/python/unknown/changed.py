"""Code that runs other code may give any name another value."""
import cupy as cp

text = r"""
// expect: unknown
extern "C" __global__ void plain(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
"""
exec(open("settings.py").read())
# // expect: unknown
plain = cp.RawKernel(text, "plain")
