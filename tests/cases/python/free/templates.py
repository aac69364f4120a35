# // kverify-test: block=64 grid=1
"""The same tile by templates, with its barrier; and a template for each type."""
import textwrap

import cupy as cp

BLOCK = 1 << 6
HEAD = f"#define SIZE {BLOCK}\n"
BARRIER = "__syncthreads();"

BODY = HEAD + f"""
// expect: proved
extern "C" __global__ void turn(int *out)
{{
    __shared__ int tile[SIZE];
    tile[threadIdx.x] = out[threadIdx.x];
    {BARRIER}
    out[threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
}}
"""
turn = cp.RawKernel(BODY, "turn")

for kind in ("int", "float", "double"):
    cp.RawKernel(
        textwrap.dedent("""
            // expect: proved
            extern "C" __global__ void fill(%s *out) { out[threadIdx.x] = 0; }
        """) % kind,
        "fill",
    )
