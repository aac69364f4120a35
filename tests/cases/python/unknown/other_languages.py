"""Kernels that are not written in CUDA C++ or OpenCL C."""
import cupy as cp
import numba.cuda
import triton
from cupyx import jit as cupy_jit
from numba import cuda as gpu


# // expect: unknown
@triton.autotune(configs=[], key=["n"])
@triton.jit
def by_triton(x, n):
    pass


@gpu.jit
def by_numba(x):
    x[gpu.grid(1)] = 1


@numba.cuda.jit("void(float32[:])", fastmath=True)
def by_numba_too(x):
    x[0] = 1


@cupy_jit.rawkernel()
def by_cupy(x):
    x[0] = 1


square = cp.ElementwiseKernel("float32 x", "float32 y", "y = x * x", "square")
