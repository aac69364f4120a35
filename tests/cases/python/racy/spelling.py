# // kverify-test: block=64 grid=1
"""Escapes, continued lines, strings side by side, bytes: the places are still those of the file."""
import cupy
from cuda.bindings import nvrtc
from cupy import RawModule as Module
from pycuda.compiler import SourceModule

# // expect: violated
escaped = cupy.RawKernel("extern \"C\" __global__ void escaped(int *a) { a[0\x5d = threadIdx.x; }", "escaped")  # //~ data-race block global write-write

continued = Module(code='''
// expect: violated
extern "C" __global__ void \
continued(int *a)
{
	a[0] = //~ data-race block global write-write
		thread\
Idx.x;
}
''')
continued.options = None

beside = SourceModule(
    # // expect: violated
    "__global__ void beside(int *a) "
    '{ a[1] = threadIdx.x; }'  # //~ data-race block global write-write
)

# // expect: violated
of_bytes = (b'extern "C" __global__ void of_bytes(int *a) {'
            b" a[2] = threadIdx.x; }")  # //~ data-race block global write-write
error, program = nvrtc.nvrtcCreateProgram(of_bytes, b"bytes.cu", 0, [], [])
nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=sm_80"])
