# // kverify-test: block=64 grid=1
"""What a name stands for where it is used: the last assignment before it, any of two branches, what callers hand over, and what another
function assigns."""
import sys

import cupy as cp

own = r"""
// expect: proved
extern "C" __global__ void own(int *a) { a[threadIdx.x] = 1; }
"""
first = cp.RawKernel(own, "own")
own = r"""
// expect: violated
extern "C" __global__ void next(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; } //~ data-race block global read-write
"""
second = cp.RawKernel(own, "next")

if len(sys.argv) > 1:
    chosen = r"""
// expect: proved
extern "C" __global__ void chosen(int *a) { a[threadIdx.x] = 2; }
"""
else:
    chosen = r"""
// expect: violated
extern "C" __global__ void other(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ data-race block global write-write
"""
third = cp.RawKernel(chosen, "chosen")


def build(text, name="k", *, options=()):
    return cp.RawKernel(text, name, options=options)


build(r"""
// expect: violated
extern "C" __global__ void handed(int *a) { a[0] = threadIdx.x; } //~ data-race block global write-write
""")


class Lazy:
    SOURCE = r"""
// expect: proved
extern "C" __global__ void lazy(int *a) { a[threadIdx.x] = 3; }
"""

    def kernel(self):
        return cp.RawKernel(self.SOURCE, "lazy")


def use_another():
    Lazy.SOURCE = r"""
// expect: violated
extern "C" __global__ void late(int *a) { a[threadIdx.x & 1] = threadIdx.x; } //~ data-race block global write-write
"""
