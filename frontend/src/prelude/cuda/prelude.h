/* What nvcc declares before the first line of a CUDA file. Included by force; everything heavy is in include/. */
#pragma once
#pragma clang system_header
/* The same text has one answer, whenever it is read. */
#undef __DATE__
#undef __TIME__
#undef __TIMESTAMP__
#define __DATE__ "Jan  1 2000"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Sat Jan  1 00:00:00 2000"
#define __CUDACC__ 1
#ifndef KV_NO_NVCC
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#endif
#ifndef KV_TOOLKIT
/* A build may say another one. */
#ifndef CUDA_VERSION
#define CUDA_VERSION 12040
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION CUDA_VERSION
#endif
#endif

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* `alignas` where only C's keyword is taken (spelling.rs). */
#define KvAlign _Alignas
#define __managed__ __attribute__((device))
#define KvText(...) #__VA_ARGS__
#define __launch_bounds__(...)                                                                                         \
    __attribute__((launch_bounds(__VA_ARGS__), annotate("kverify launch bounds " KvText(__VA_ARGS__))))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __cluster_dims__(...) __attribute__((annotate("kverify cluster " KvText(__VA_ARGS__))))
#define __maxnreg__(...)
#define __block_size__(...)
#define __thread__
#define __nv_pure__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define NULL __null

/* clang knows it as device code only. */
__device__ void __syncthreads();
#pragma clang force_cuda_host_device begin
extern "C" {
void __kv_assert(bool);
void __kv_assume(bool);
void __kv_requires(bool);
void __kv_invariant(bool);
void __kv_function_invariant(bool);
void __kv_ensures(bool);
int __kv_old_int(int);
bool __kv_old_bool(bool);
int __kv_result_int();
bool __kv_result_bool();
void *__kv_result_ptr();
bool __kv_unknown_bool();
bool __kv_unknown_read(const volatile void *);
bool __kv_unknown_write(const volatile void *);
int __kv_unknown_int();
size_t __kv_unknown_size();
}
#define KV_TRUTH(e) static_cast<bool>(e)
#include <kverify/assert.h>
#include <kverify/gpuverify.h>
#include <kverify/libc.h>
#ifdef KV_TOOLKIT
#include <kverify/toolkit.h>
#else
#include <kverify/vector_types.h>
#endif
int4 __kv_result_int4();
float4 __kv_result_float4();
#include <kverify/device.h>
#ifdef KV_NEED_ATOMICS
#include <kverify/atomics.h>
#endif
#ifdef KV_NEED_BUILTIN_ATOMICS
#include <kverify/ordered.h>
#endif
#include <kverify/math.h>
#include <kverify/integer.h>
#ifdef KV_NEED_ROUNDING
#include <kverify/rounding.h>
#endif
#ifdef KV_NEED_SIMD
#include <kverify/simd.h>
#endif
#ifdef KV_NEED_RUNTIME
#include <kverify/runtime.h>
#endif
#ifdef KV_NEED_TEXTURES
#include <kverify/texture.h>
#endif
#ifndef KV_TOOLKIT
#ifdef KV_NEED_RANDOM
#include <kverify/curand_kernel.h>
#endif
#ifdef KV_NEED_GROUPS
#include <kverify/cooperative_groups.h>
#endif
#endif
#pragma clang force_cuda_host_device end
