// OpenCL C as C++, as far as the kernels of the tests use it, over the emulation. Included before a kernel's source;
// `__local` declarations in functions have become `static` by then.
#pragma once
#include "../emulation.h"
#ifdef KV_TRACE
#include "trace.h"
#endif

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define __kernel extern "C"
#define __global
#define __local
#define __constant const
#define kernel extern "C"
#define global
#define local
#define constant const
#define restrict __restrict__
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2

namespace emulation {
static size_t offset[3];
static inline unsigned part(const uint3 &v, unsigned d) { return d == 0 ? v.x : d == 1 ? v.y : d == 2 ? v.z : 0; }
static inline unsigned part(const dim3 &v, unsigned d) { return d == 0 ? v.x : d == 1 ? v.y : d == 2 ? v.z : 1; }
} // namespace emulation
static inline size_t get_local_id(uint d) { return emulation::part(threadIdx, d); }
static inline size_t get_group_id(uint d) { return emulation::part(blockIdx, d); }
static inline size_t get_local_size(uint d) { return emulation::part(blockDim, d); }
static inline size_t get_num_groups(uint d) { return emulation::part(gridDim, d); }
static inline size_t get_global_size(uint d) { return get_local_size(d) * get_num_groups(d); }
static inline size_t get_global_offset(uint d) { return d < 3 ? emulation::offset[d] : 0; }
static inline size_t get_global_id(uint d) {
    return get_global_offset(d) + get_group_id(d) * get_local_size(d) + get_local_id(d);
}
static inline uint get_work_dim() { return 3; }
static inline void barrier(uint fences) {
    emulation::block_barrier(fences & CLK_LOCAL_MEM_FENCE, fences & CLK_GLOBAL_MEM_FENCE);
}
static inline void work_group_barrier(uint fences) { barrier(fences); }
static inline void mem_fence(uint) {}
template <typename T> __attribute__((always_inline)) static inline T atomic_add(volatile T *at, T by) { T old = *at; *at = old + by; return old; }
template <typename T> __attribute__((always_inline)) static inline T atomic_inc(volatile T *at) { T old = *at; *at = old + 1; return old; }
template <typename T> __attribute__((always_inline)) static inline T atomic_dec(volatile T *at) { T old = *at; *at = old - 1; return old; }
template <typename T> __attribute__((always_inline)) static inline T atomic_xchg(volatile T *at, T value) { T old = *at; *at = value; return old; }
template <typename T> __attribute__((always_inline)) static inline T atomic_cmpxchg(volatile T *at, T expected, T value) {
    T old = *at;
    if (old == expected) *at = value;
    return old;
}

// What the host program calls by name: `launch(arguments, sizes)`.
#define EMULATION_ENTRY(name)                                                                        \
    extern "C" int emulation_entry(void **arguments, const size_t *sizes) {                          \
        for (int n = 0; n < 3; n++) emulation::offset[n] = sizes[6 + n];                             \
        return emulation::launch(&name, dim3(sizes[0], sizes[1], sizes[2]), dim3(sizes[3], sizes[4], sizes[5]), \
                                 arguments);                                                         \
    }
