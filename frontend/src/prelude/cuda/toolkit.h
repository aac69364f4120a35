/* CUDA's types, its runtime's interface and its libraries from a toolkit's own headers. What these leave to nvcc (the
   functions that it compiles itself) is declared by us, as clang's own CUDA wrapper does: their headers are passed over. */
#pragma once
#pragma clang system_header
#define __CUDACC_VER_BUILD__ 0
#define __NV_NO_HOST_COMPILER_CHECK 1
#define __COMMON_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_61_INTRINSICS_H__
#define __SM_70_RT_H__
#define __SM_80_RT_H__
#define __SM_90_RT_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#include <kverify/libc_more.h>
#include <crt/host_defines.h>
#undef __managed__
#define __managed__ __attribute__((device))
#include <vector_types.h>
#include <vector_functions.h>
#include <kverify/device.h>
#include <cuda_runtime.h>
/* Clang has launches call it. */
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
