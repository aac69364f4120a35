# // kverify-test: block=64 grid=1
"""Every way to put constants into a text: the places are those of the text."""
from string import Template

import cupy as cp

BLOCK = 64

by_format = """
// expect: violated
extern "C" __global__ void by_format({kind} *out)
{{
    __shared__ {kind} tile[{size}];
    tile[threadIdx.x] = out[threadIdx.x]; // @format
    out[threadIdx.x] = tile[{size} - 1 - threadIdx.x]; //~ data-race block shared read-write with @format
}}
""".format(kind="int", size=BLOCK)

by_percent = """
// expect: violated
extern "C" __global__ void by_percent(int *out)
{
    __shared__ int tile[%(size)d];
    tile[threadIdx.x] = out[threadIdx.x]; // @percent
    out[threadIdx.x] = tile[%(size)d - 1 - threadIdx.x]; //~ data-race block shared read-write with @percent
}
""" % {"size": BLOCK}

by_template = Template("""
// expect: violated
extern "C" __global__ void by_template(int *out)
{
    __shared__ int tile[$size];
    tile[threadIdx.x] = out[threadIdx.x]; // @template
    out[threadIdx.x] = tile[${size} - 1 - threadIdx.x]; //~ data-race block shared read-write with @template
}
""").substitute(size=BLOCK)

by_replacing = r"""
// expect: violated
extern "C" __global__ void by_replacing(int *out)
{
    __shared__ int tile[SIZE];
    tile[threadIdx.x] = out[threadIdx.x]; // @replaced
    out[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; //~ data-race block shared read-write with @replaced
}
""".replace("SIZE", str(BLOCK))

kernels = [
    cp.RawKernel(by_format, "by_format"),
    cp.RawKernel(by_percent, "by_percent"),
    cp.RawKernel(by_template, "by_template"),
    cp.RawKernel(by_replacing, "by_replacing"),
]
