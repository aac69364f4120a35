# // kverify-test: block=64 grid=1
"""What is found in a text of which not all is known is possible, and no more."""
import os

import cupy as cp

text = r"""
// expect: suspect
extern "C" __global__ void slide(int *a)
{
    a[threadIdx.x] = a[threadIdx.x + 1]; //~ data-race block global read-write
}
"""
slide = cp.RawKernel(text, "slide", options=(os.environ["FLAG"],))
