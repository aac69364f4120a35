/* OpenCL C's types, constants and macros; clang itself declares most functions (-fdeclare-opencl-builtins). */
#pragma clang system_header
/* The same text has one answer, whenever it is read. */
#undef __DATE__
#undef __TIME__
#undef __TIMESTAMP__
#define __DATE__ "Jan  1 2000"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Sat Jan  1 00:00:00 2000"
/* libclang does not give the arguments of attributes: they are written down, with their macros expanded. */
#define KvText(...) #__VA_ARGS__
#define reqd_work_group_size(...) annotate("kverify group size " KvText(__VA_ARGS__))
#define __reqd_work_group_size__(...) annotate("kverify group size " KvText(__VA_ARGS__))
#define reqd_sub_group_size(...) annotate("kverify sub-group size " KvText(__VA_ARGS__))
#define intel_reqd_sub_group_size(...) annotate("kverify sub-group size " KvText(__VA_ARGS__))
#define qcom_reqd_sub_group_size(...) annotate("kverify sub-group size " KvText(__VA_ARGS__))
/* All that an implementation may offer is there. */
#undef __opencl_c_generic_address_space
#define __opencl_c_generic_address_space 1
#undef __opencl_c_named_address_space_builtins
#define __opencl_c_named_address_space_builtins 1
#undef __opencl_c_atomic_order_acq_rel
#define __opencl_c_atomic_order_acq_rel 1
#undef __opencl_c_atomic_order_seq_cst
#define __opencl_c_atomic_order_seq_cst 1
#undef __opencl_c_atomic_scope_device
#define __opencl_c_atomic_scope_device 1
#undef __opencl_c_atomic_scope_all_devices
#define __opencl_c_atomic_scope_all_devices 1
#undef __opencl_c_3d_image_writes
#define __opencl_c_3d_image_writes 1
#undef __opencl_c_images
#define __opencl_c_images 1
#undef __opencl_c_read_write_images
#define __opencl_c_read_write_images 1
#undef __opencl_c_pipes
#define __opencl_c_pipes 1
#undef __opencl_c_device_enqueue
#define __opencl_c_device_enqueue 1
#undef __opencl_c_program_scope_global_variables
#define __opencl_c_program_scope_global_variables 1
#undef __opencl_c_work_group_collective_functions
#define __opencl_c_work_group_collective_functions 1
#undef __opencl_c_subgroups
#define __opencl_c_subgroups 1
#undef __opencl_c_int64
#define __opencl_c_int64 1
#undef __opencl_c_fp64
#define __opencl_c_fp64 1
#undef cl_khr_subgroups
#define cl_khr_subgroups 1
#undef cl_khr_subgroup_extended_types
#define cl_khr_subgroup_extended_types 1
#undef cl_khr_subgroup_non_uniform_vote
#define cl_khr_subgroup_non_uniform_vote 1
#undef cl_khr_subgroup_ballot
#define cl_khr_subgroup_ballot 1
#undef cl_khr_subgroup_non_uniform_arithmetic
#define cl_khr_subgroup_non_uniform_arithmetic 1
#undef cl_khr_subgroup_shuffle
#define cl_khr_subgroup_shuffle 1
#undef cl_khr_subgroup_shuffle_relative
#define cl_khr_subgroup_shuffle_relative 1
#undef cl_khr_subgroup_clustered_reduce
#define cl_khr_subgroup_clustered_reduce 1
#undef cl_khr_extended_bit_ops
#define cl_khr_extended_bit_ops 1
#undef cl_khr_integer_dot_product
#define cl_khr_integer_dot_product 1
#undef __opencl_c_integer_dot_product_input_4x8bit
#define __opencl_c_integer_dot_product_input_4x8bit 1
#undef __opencl_c_integer_dot_product_input_4x8bit_packed
#define __opencl_c_integer_dot_product_input_4x8bit_packed 1
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define __opencl_subgroup_builtins 1
/* The device's version: the language's. */
#ifndef __OPENCL_VERSION__
#define __OPENCL_VERSION__ __OPENCL_C_VERSION__
#endif
#if __OPENCL_C_VERSION__ >= 200
/* What a kernel that enqueues kernels says of them. */
typedef struct { uint dimensions; size_t offset[3], global_size[3], local_size[3]; } ndrange_t;
typedef int clk_profiling_info;
#define CLK_ENQUEUE_FLAGS_NO_WAIT 0
#define CLK_ENQUEUE_FLAGS_WAIT_KERNEL 1
#define CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP 2
#define CLK_PROFILING_COMMAND_EXEC_TIME 1
#endif
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define KV_VECTOR(T)                                                                                                   \
    typedef T T##2 __attribute__((ext_vector_type(2)));                                                                \
    typedef T T##3 __attribute__((ext_vector_type(3)));                                                                \
    typedef T T##4 __attribute__((ext_vector_type(4)));                                                                \
    typedef T T##8 __attribute__((ext_vector_type(8)));                                                                \
    typedef T T##16 __attribute__((ext_vector_type(16)));
KV_VECTOR(char) KV_VECTOR(uchar) KV_VECTOR(short) KV_VECTOR(ushort) KV_VECTOR(int) KV_VECTOR(uint) KV_VECTOR(long)
KV_VECTOR(ulong) KV_VECTOR(half) KV_VECTOR(float) KV_VECTOR(double)
#undef KV_VECTOR

typedef uint cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define CLK_IMAGE_MEM_FENCE 4
typedef enum memory_scope {
    memory_scope_work_item = 0,
    memory_scope_work_group = 1,
    memory_scope_device = 2,
    memory_scope_all_svm_devices = 3,
    memory_scope_all_devices = 3,
    memory_scope_sub_group = 4
} memory_scope;
typedef enum memory_order {
    memory_order_relaxed = 0,
    memory_order_acquire = 2,
    memory_order_release = 3,
    memory_order_acq_rel = 4,
    memory_order_seq_cst = 5
} memory_order;
#define ATOMIC_VAR_INIT(x) (x)
#define ATOMIC_FLAG_INIT 0
typedef uint kernel_enqueue_flags_t;
typedef int clk_profiling_info;
#define CLK_NULL_EVENT 0

#define CLK_ADDRESS_NONE 0
#define CLK_ADDRESS_CLAMP_TO_EDGE 2
#define CLK_ADDRESS_CLAMP 4
#define CLK_ADDRESS_REPEAT 6
#define CLK_ADDRESS_MIRRORED_REPEAT 8
#define CLK_NORMALIZED_COORDS_FALSE 0
#define CLK_NORMALIZED_COORDS_TRUE 1
#define CLK_FILTER_NEAREST 0x10
#define CLK_FILTER_LINEAR 0x20

#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define CHAR_MAX 127
#define CHAR_MIN (-128)
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 0xffffffffU
#define LONG_MAX 0x7fffffffffffffffL
#define LONG_MIN (-0x7fffffffffffffffL - 1)
#define ULONG_MAX 0xffffffffffffffffUL
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX_10_EXP 38
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MIN_EXP (-125)
#define FLT_RADIX 2
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1.0p-126f
#define FLT_EPSILON 0x1.0p-23f
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1.0p-1022
#define DBL_EPSILON 0x1.0p-52
#define MAXFLOAT 0x1.fffffep127f
#define HUGE_VALF 1e999f
#define HUGE_VAL 1e9999
#define INFINITY 1e999f
#define NAN (0.0f / 0.0f)
#define FP_ILOGB0 INT_MIN
#define FP_ILOGBNAN INT_MAX
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_E_F 2.71828174591064f
#define M_LOG2E_F 1.44269502162933f
#define M_LOG10E_F 0.43429449200630f
#define M_LN2_F 0.69314718246460f
#define M_LN10_F 2.30258512496948f
#define M_PI_F 3.14159274101257f
#define M_PI_2_F 1.57079637050629f
#define M_PI_4_F 0.78539818525314f
#define M_1_PI_F 0.31830987334251f
#define M_2_PI_F 0.63661974668503f
#define M_2_SQRTPI_F 1.12837922573090f
#define M_SQRT2_F 1.41421353816986f
#define M_SQRT1_2_F 0.70710676908493f
#ifndef NULL
#define NULL ((void *)0)
#endif

#define KV_OVERLOAD __attribute__((overloadable))
#if __OPENCL_C_VERSION__ >= 120
int printf(__constant const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
void __kv_assert(bool);
void __kv_assume(bool);
void __kv_requires(bool);
void __kv_invariant(bool);
void __kv_function_invariant(bool);
void __kv_ensures(bool);
int __kv_old_int(int);
bool __kv_old_bool(bool);
int __kv_result_int(void);
bool __kv_result_bool(void);
void *__kv_result_ptr(void);
int4 __kv_result_int4(void);
float4 __kv_result_float4(void);
bool __kv_unknown_bool(void);
bool __kv_unknown_read(const volatile void *);
bool __kv_unknown_write(const volatile void *);
int __kv_unknown_int(void);
size_t __kv_unknown_size(void);
#define KV_TRUTH(e) ((e) != 0)
#define assert(e) __kv_assert((e) != 0)
#include <kverify/gpuverify.h>
#define __all(...) __kv_unknown_bool()
#ifdef KV_NEED_AS_TYPE
#include <kverify/as_type.h>
#endif
#ifdef KV_NEED_ATOMICS
#include <kverify/atomics.h>
#endif
#ifdef KV_NEED_TWO_RESULTS
#include <kverify/two_results.h>
#endif
#ifdef KV_NEED_SUB_GROUPS
#include <kverify/sub_groups.h>
#endif
#ifdef KV_NEED_HALF_ACCESS
#include <kverify/half.h>
#endif
/* AMD's counters (cl_ext_atomic_counters_32) are cells that only atomic_inc and atomic_dec name. */
typedef volatile __global uint *counter32_t;
