// A log of the accesses that a launch makes: what -fsanitize=thread has the compiled code call, without its runtime.
//
// A record is 64 bytes, as `Record` says, in the file that KV_TRACE_FILE names.
#pragma once
#include <dlfcn.h>

namespace trace {
struct Record {
    uint64_t place;   // the return address, from the start of the program
    uint64_t address;
    uint32_t size, write;
    uint32_t block[3], thread[3];
    uint32_t barriers[3], pad; // that ordered shared memory, global memory, the warp
};
static_assert(sizeof(Record) == 64, "as it is read");
static FILE *file;
static uint64_t start;

__attribute__((no_sanitize("thread"), noinline)) static void access(void *place, const volatile void *address,
                                                                    uint32_t size, bool write) {
    if (!emulation::running) return;
    if (!file) {
        const char *name = getenv("KV_TRACE_FILE");
        file = name ? fopen(name, "wb") : 0;
        if (!file) abort();
        Dl_info info;
        if (!dladdr((void *)&access, &info)) abort();
        start = (uint64_t)info.dli_fbase;
    }
    Record record = {(uint64_t)place - start,
                     (uint64_t)address,
                     size,
                     write,
                     {blockIdx.x, blockIdx.y, blockIdx.z},
                     {threadIdx.x, threadIdx.y, threadIdx.z},
                     {emulation::barriers[emulation::current].shared, emulation::barriers[emulation::current].global,
                      emulation::barriers[emulation::current].warp},
                     0};
    fwrite(&record, sizeof record, 1, file);
}
} // namespace trace

#define TRACE_HOOK(name, size, write)                                                                \
    extern "C" __attribute__((no_sanitize("thread"))) void name(void *address) {                     \
        trace::access(__builtin_return_address(0), address, size, write);                            \
    }
#define TRACE_SIZE(size)                                                                             \
    TRACE_HOOK(__tsan_read##size, size, false)                                                       \
    TRACE_HOOK(__tsan_write##size, size, true)                                                       \
    TRACE_HOOK(__tsan_volatile_read##size, size, false)                                              \
    TRACE_HOOK(__tsan_volatile_write##size, size, true)
#define TRACE_UNALIGNED(size)                                                                        \
    TRACE_HOOK(__tsan_unaligned_read##size, size, false)                                             \
    TRACE_HOOK(__tsan_unaligned_write##size, size, true)
TRACE_SIZE(1)
TRACE_SIZE(2)
TRACE_SIZE(4)
TRACE_SIZE(8)
TRACE_SIZE(16)
TRACE_UNALIGNED(2)
TRACE_UNALIGNED(4)
TRACE_UNALIGNED(8)
TRACE_UNALIGNED(16)
extern "C" {
__attribute__((no_sanitize("thread"))) void __tsan_read_range(void *address, unsigned long size) {
    trace::access(__builtin_return_address(0), address, (uint32_t)size, false);
}
__attribute__((no_sanitize("thread"))) void __tsan_write_range(void *address, unsigned long size) {
    trace::access(__builtin_return_address(0), address, (uint32_t)size, true);
}
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
}
