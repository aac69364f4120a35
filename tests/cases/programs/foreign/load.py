import ctypes

ctypes.CDLL("kernels.so").run_loaded(0, 128)
