"""Texts of which a part is not known: nothing of them is proved, and each says so."""
import os
from functools import partial
from pathlib import Path

import cupy as cp
from constants import HEAD

FREE = r"""
extern "C" __global__ void free_as_it_stands(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
"""

# // expect: unknown
headed = cp.RawKernel(HEAD + FREE, "free_as_it_stands")
of_file = cp.RawKernel(Path("kernel.cu").read_text(), "k")
with open("kernel.cu") as file:
    of_open_file = cp.RawKernel(file.read(), "k")
of_environment = cp.RawKernel(f"__global__ void k(int *a) {{ a[{os.environ['I']}] = 1; }}", "k")
flags = cp.RawKernel(FREE, "free_as_it_stands", options=tuple(os.environ["FLAGS"].split()))

texts = [FREE]
texts.append(Path("more.cu").read_text())
several = cp.RawKernel("\n".join(texts), "k")


def build(text, **more):
    return cp.RawKernel(text, "k", **more)


@os.environ.get
def wrapped(text):
    return cp.RawKernel("#define atomicAdd(p, v) (*(p) += (v))" + text, "k")


of_partial = partial(cp.RawKernel, options=("-DA",))(r"""
extern "C" __global__ void of_partial(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }
""", "of_partial")


def counted():
    text = ""
    for n in range(2):
        text += "__global__ void k%d(int *a) { a[threadIdx.x] = 1; }" % n
    return cp.RawModule(code=text)


def inner():
    held = FREE

    def change():
        nonlocal held
        held = "__global__ void held(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }"

    change()
    return cp.RawKernel(held, "held")
