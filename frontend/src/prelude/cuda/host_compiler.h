/* Host code that its own compiler reads, and not CUDA's: the names of CUDA's are not defined. */
#pragma once
#undef __CUDACC__
#undef __NVCC__
#undef __CUDACC_VER_MAJOR__
#undef __CUDACC_VER_MINOR__
#undef __CUDA_ARCH__
#undef __CUDA__
