# // kverify-test: block=64 grid=1
"""Definitions that the compiler is given decide what is compiled."""
import cupy as cp
import pyopencl as cl

source = r"""
// expect: violated
extern "C" __global__ void exchange(int *a)
{
    __shared__ int tile[SIZE];
    tile[threadIdx.x] = a[threadIdx.x]; // @put
#ifndef FAST
    __syncthreads();
#endif
    a[threadIdx.x] = tile[SIZE - 1 - threadIdx.x]; //~ data-race block shared read-write with @put
}
"""
exchange = cp.RawKernel(source, "exchange", ("-DFAST", "--define-macro=SIZE=64"))

program = cl.Program(
    cl.create_some_context(),
    # // expect: violated
    "__kernel void spread(__global int *a) {\n"
    "#if WIDTH > 1\n"
    "  a[get_local_id(0) / WIDTH] = get_local_id(0);\n"  # //~ data-race block global write-write
    "#endif\n"
    "}\n",
).build(options="-DWIDTH=2 -cl-fast-relaxed-math")
