"""Words that look like kernels: messages, documentation, and a name that other things have, too."""
import cupy as cp


class Program:
    def __init__(self, context, text):
        self.text = text


def complain(path):
    """Say that a __global__ function is missing, such as `__global__ void k(int *a) { a[0] = threadIdx.x; }`."""
    raise ValueError(f"no __global__ function in {path}")


Program(None, "a play in five acts")
only = cp.RawKernel(r"""
// expect: proved
extern "C" __global__ void only(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
""", "only")
