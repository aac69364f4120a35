from torch.utils.cpp_extension import load

near = load(name="near", sources=["near.cpp", "loaded.cuh"], extra_cuda_cflags=["-DSTEP=1"])
gone = load("gone", "gone.cu")
