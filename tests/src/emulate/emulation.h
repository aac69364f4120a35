// A CUDA launch on the CPU, thread by thread: a block's threads are fibres that change places at barriers.
// Included before kernels that are then compiled as C++; `serve` runs them on inputs from a file.
#pragma once
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>
#include <ucontext.h>
#include <utility>

#define EMULATION 1
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)

// Vector types: as large as their components, aligned to all of them up to 16 bytes, but for those of three.
#define EMULATION_VECTOR(T, name)                                                                    \
    struct name##1 { T x; };                                                                         \
    struct alignas(2 * sizeof(T)) name##2 { T x, y; };                                               \
    struct name##3 { T x, y, z; };                                                                   \
    struct alignas(sizeof(T) > 4 ? 16 : 4 * sizeof(T)) name##4 { T x, y, z, w; };                    \
    static inline name##1 make_##name##1(T x) { return {x}; }                                        \
    static inline name##2 make_##name##2(T x, T y) { return {x, y}; }                                \
    static inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                        \
    static inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
EMULATION_VECTOR(signed char, char)
EMULATION_VECTOR(unsigned char, uchar)
EMULATION_VECTOR(short, short)
EMULATION_VECTOR(unsigned short, ushort)
EMULATION_VECTOR(int, int)
EMULATION_VECTOR(unsigned int, uint)
EMULATION_VECTOR(long, long)
EMULATION_VECTOR(unsigned long, ulong)
EMULATION_VECTOR(long long, longlong)
EMULATION_VECTOR(unsigned long long, ulonglong)
EMULATION_VECTOR(float, float)
EMULATION_VECTOR(double, double)
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;
static const int warpSize = 32;

namespace emulation {
enum class Waits { Nothing, Warp, Block, Done };

struct Fibre {
    ucontext_t context;
    char *stack;
    Waits waits;
    uint3 index;
};

static const unsigned MOST_THREADS = 1024;
static const size_t STACK = 128 << 10;
static Fibre fibres[MOST_THREADS];
static ucontext_t scheduler;
static unsigned current, threads;
static void (*call)(void *);
static void *call_data;
// Whether a thread of a launch runs, and how many barriers each has passed, by what they order.
static bool running;
struct Barriers {
    unsigned shared, global, warp;
};
static Barriers barriers[MOST_THREADS];

static void body() {
    running = true;
    call(call_data);
    running = false;
    fibres[current].waits = Waits::Done;
    swapcontext(&fibres[current].context, &scheduler);
}

static void wait(Waits waits) {
    unsigned self = current;
    fibres[self].waits = waits;
    running = false;
    swapcontext(&fibres[self].context, &scheduler);
    running = true;
}

// Lets threads `from..to` go on if all that are still there wait for this.
static bool release(unsigned from, unsigned to, Waits waits) {
    bool any = false;
    for (unsigned n = from; n < to; n++) {
        if (fibres[n].waits != waits && fibres[n].waits != Waits::Done) return false;
        any |= fibres[n].waits == waits;
    }
    for (unsigned n = from; n < to; n++)
        if (fibres[n].waits == waits) fibres[n].waits = Waits::Nothing;
    return any;
}

static void run_block() {
    threads = blockDim.x * blockDim.y * blockDim.z;
    if (threads > MOST_THREADS) abort();
    for (unsigned n = 0; n < threads; n++) {
        Fibre &fibre = fibres[n];
        if (!fibre.stack) fibre.stack = (char *)malloc(STACK);
        getcontext(&fibre.context);
        fibre.context.uc_stack.ss_sp = fibre.stack;
        fibre.context.uc_stack.ss_size = STACK;
        fibre.context.uc_link = &scheduler;
        fibre.waits = Waits::Nothing;
        barriers[n] = {};
        fibre.index = {n % blockDim.x, n / blockDim.x % blockDim.y, n / (blockDim.x * blockDim.y)};
        makecontext(&fibre.context, body, 0);
    }
    for (bool progress = true; progress;) {
        progress = false;
        for (current = 0; current < threads; current++) {
            if (fibres[current].waits != Waits::Nothing) continue;
            threadIdx = fibres[current].index;
            swapcontext(&scheduler, &fibres[current].context);
            progress = true;
        }
        for (unsigned warp = 0; warp < threads; warp += 32)
            progress |= release(warp, warp + 32 < threads ? warp + 32 : threads, Waits::Warp);
        progress |= release(0, threads, Waits::Block);
    }
}

static void block_barrier(bool shared, bool global) {
    wait(Waits::Block);
    barriers[current].shared += shared;
    barriers[current].global += global;
}

static void run_grid() {
    for (blockIdx.z = 0; blockIdx.z < gridDim.z; blockIdx.z++)
        for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
            for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) run_block();
}

// Runs a kernel as a host program launches it: with pointers to its arguments.
template <typename... P> bool launch(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments) {
    if (block.x * block.y * block.z > MOST_THREADS) return false;
    gridDim = grid;
    blockDim = block;
    struct Call {
        void (*kernel)(P...);
        void **arguments;
    } whole = {kernel, arguments};
    call_data = &whole;
    call = [](void *data) {
        Call &whole = *(Call *)data;
        [&]<size_t... n>(std::index_sequence<n...>) {
            whole.kernel(*(std::remove_const_t<P> *)whole.arguments[n]...);
        }(std::index_sequence_for<P...>());
    };
    run_grid();
    return true;
}

// Hands a value to the other lanes of the warp, and takes that of one of them.
static uint64_t handed[MOST_THREADS];
template <typename T> T from_lane(T value, unsigned lane, bool inside) {
    unsigned self = current;
    memcpy(&handed[self], &value, sizeof value);
    wait(Waits::Warp);
    T other = value;
    unsigned source = self / 32 * 32 + lane;
    if (inside && source < threads) memcpy(&other, &handed[source], sizeof other);
    wait(Waits::Warp);
    return other;
}

// Arguments from the input file: the bytes of scalars, a length and bytes for what a pointer points to.
struct Buffer {
    unsigned char *bytes;
    uint32_t length;
    uint8_t comparable;
};
struct Reader {
    FILE *in;
    Buffer buffers[32];
    unsigned count;
    void bytes(void *to, size_t length) {
        if (fread(to, 1, length, in) != length) abort();
    }
    template <typename T> Reader &operator()(T &value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>,
                      "say with `emulated_argument(reader, value)` what the members are");
        bytes(&value, sizeof value);
        return *this;
    }
    template <typename T> Reader &operator()(T *&pointer) {
        Buffer &buffer = buffers[count++];
        bytes(&buffer.length, 4);
        buffer.bytes = (unsigned char *)aligned_alloc(256, buffer.length);
        buffer.comparable = std::is_arithmetic_v<T>;
        bytes(buffer.bytes, buffer.length);
        pointer = (T *)buffer.bytes;
        return *this;
    }
    template <typename T> Reader &operator()(T *__restrict__ &pointer, int) {
        return (*this)(const_cast<T *&>(pointer));
    }
};
template <typename T> void emulated_argument(Reader &reader, T &value) { reader(value); }

template <typename T> struct Argument {
    std::remove_const_t<T> value;
    explicit Argument(Reader &reader) { emulated_argument(reader, value); }
};
template <typename... P> struct Arguments;
template <> struct Arguments<> {
    explicit Arguments(Reader &) {}
    template <typename F, typename... Before> void pass(F kernel, const Before &...before) { kernel(before...); }
};
template <typename P, typename... Rest> struct Arguments<P, Rest...> {
    Argument<P> first;
    Arguments<Rest...> rest;
    explicit Arguments(Reader &reader) : first(reader), rest(reader) {}
    template <typename F, typename... Before> void pass(F kernel, const Before &...before) {
        rest.pass(kernel, before..., first.value);
    }
};

template <auto kernel> struct Launch;
template <typename... P, void (*kernel)(P...)> struct Launch<kernel> {
    static void run(Reader &reader) {
        Arguments<P...> arguments(reader);
        call = [](void *data) { ((Arguments<P...> *)data)->pass(kernel); };
        call_data = &arguments;
        run_grid();
    }
};

using Entry = void (*)(Reader &);

// Runs all launches of the input file; what buffers hold then goes to the output file.
static int serve(const Entry *entries, const char *input, const char *output) {
    Reader reader;
    reader.in = fopen(input, "rb");
    FILE *out = fopen(output, "wb");
    uint32_t head[7];
    for (uint32_t job = 0; fread(head, 4, 7, reader.in) == 7; job++) {
        reader.count = 0;
        gridDim = dim3(head[1], head[2], head[3]);
        blockDim = dim3(head[4], head[5], head[6]);
        entries[head[0]](reader);
        fwrite(&job, 4, 1, out);
        for (unsigned n = 0; n < reader.count; n++) {
            Buffer &buffer = reader.buffers[n];
            fwrite(&buffer.comparable, 1, 1, out);
            fwrite(buffer.bytes, 1, buffer.length, out);
            free(buffer.bytes);
        }
        fflush(out);
    }
    return fclose(out);
}
} // namespace emulation

static inline void __syncthreads() { emulation::block_barrier(true, true); }
static inline void __syncwarp(unsigned = 0xffffffff) {
    emulation::wait(emulation::Waits::Warp);
    emulation::barriers[emulation::current].warp++;
}
static inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline void __threadfence() {}
static inline void __threadfence_block() {}

template <typename T> struct emulation_same { using type = T; };
#define EMULATION_ATOMIC(name, update)                                                               \
    template <typename T>                                                                            \
    __attribute__((always_inline)) static inline T name(T *at, typename emulation_same<T>::type value) { \
        T old = *at;                                                                                 \
        *at = update;                                                                                \
        return old;                                                                                  \
    }
EMULATION_ATOMIC(atomicAdd, old + value)
EMULATION_ATOMIC(atomicSub, old - value)
EMULATION_ATOMIC(atomicExch, value)
EMULATION_ATOMIC(atomicMin, old < value ? old : value)
EMULATION_ATOMIC(atomicMax, old > value ? old : value)
EMULATION_ATOMIC(atomicAnd, old & value)
EMULATION_ATOMIC(atomicOr, old | value)
EMULATION_ATOMIC(atomicXor, old ^ value)
EMULATION_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
EMULATION_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
template <typename T>
__attribute__((always_inline)) static inline T atomicCAS(T *at, typename emulation_same<T>::type expected, typename emulation_same<T>::type value) {
    T old = *at;
    if (old == expected) *at = value;
    return old;
}

template <typename T> static inline T __shfl_sync(unsigned, T value, int lane, int width = 32) {
    unsigned self = emulation::current & 31;
    return emulation::from_lane(value, self / width * width + lane % (unsigned)width, true);
}
template <typename T> static inline T __shfl_up_sync(unsigned, T value, unsigned delta, int width = 32) {
    unsigned self = emulation::current & 31;
    return emulation::from_lane(value, self - delta, self % width >= delta);
}
template <typename T> static inline T __shfl_down_sync(unsigned, T value, unsigned delta, int width = 32) {
    unsigned self = emulation::current & 31;
    return emulation::from_lane(value, self + delta, self % width + delta < (unsigned)width);
}
template <typename T> static inline T __shfl_xor_sync(unsigned, T value, int mask, int width = 32) {
    unsigned self = emulation::current & 31;
    return emulation::from_lane(value, self ^ mask, (self ^ mask) / width <= self / width);
}

#define EMULATION_LEAST(T)                                                                           \
    static inline T min(T a, T b) { return a < b ? a : b; }                                          \
    static inline T max(T a, T b) { return a > b ? a : b; }
EMULATION_LEAST(int)
EMULATION_LEAST(unsigned)
EMULATION_LEAST(long)
EMULATION_LEAST(unsigned long)
EMULATION_LEAST(long long)
EMULATION_LEAST(unsigned long long)
EMULATION_LEAST(float)
EMULATION_LEAST(double)
#define EMULATION_MIXED(A, B, T)                                                                     \
    static inline T min(A a, B b) { return min((T)a, (T)b); }                                        \
    static inline T max(A a, B b) { return max((T)a, (T)b); }
EMULATION_MIXED(int, unsigned, unsigned)
EMULATION_MIXED(unsigned, int, unsigned)
EMULATION_MIXED(long long, unsigned long long, unsigned long long)
EMULATION_MIXED(unsigned long long, long long, unsigned long long)

template <typename To, typename From> static inline To emulation_bits(From from) {
    To to;
    static_assert(sizeof to == sizeof from, "the same number of bits");
    memcpy(&to, &from, sizeof to);
    return to;
}
static inline int __float_as_int(float x) { return emulation_bits<int>(x); }
static inline unsigned __float_as_uint(float x) { return emulation_bits<unsigned>(x); }
static inline float __int_as_float(int x) { return emulation_bits<float>(x); }
static inline float __uint_as_float(unsigned x) { return emulation_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return emulation_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return emulation_bits<double>(x); }
static inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
static inline int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) {
    unsigned y = 0;
    for (int n = 0; n < 32; n++) y |= (x >> n & 1) << (31 - n);
    return y;
}
static inline unsigned __sad(int a, int b, unsigned c) {
    return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}
static inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
    return (unsigned)((((unsigned long long)high << 32 | low) << (by & 31)) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (by & 31));
}
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    unsigned long long all = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int n = 0; n < 4; n++) {
        unsigned nibble = selector >> (4 * n) & 15, byte = all >> (8 * (nibble & 7)) & 255;
        if (nibble & 8) byte = byte & 128 ? 255 : 0;
        result |= byte << (8 * n);
    }
    return result;
}
static inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
static inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
static inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
static inline float __int2float_rn(int x) { return (float)x; }
static inline int __float2int_rz(float x) { return (int)x; }
static inline int __float2int_rn(float x) { return (int)rintf(x); }
static inline int __float2int_rd(float x) { return (int)floorf(x); }
static inline int __float2int_ru(float x) { return (int)ceilf(x); }
template <typename T> __attribute__((always_inline)) static inline T __ldg(const T *at) { return *at; }
static inline long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
static inline unsigned long long __brevll(unsigned long long x) {
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
static inline unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
    return by >= 32 ? low : __funnelshift_l(low, high, by);
}
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
    return by >= 32 ? high : __funnelshift_r(low, high, by);
}
static inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
static inline long long llmax(long long a, long long b) { return a > b ? a : b; }
static inline int __double2hiint(double x) { return (int)(emulation_bits<unsigned long long>(x) >> 32); }
static inline int __double2loint(double x) { return (int)emulation_bits<unsigned long long>(x); }
static inline double __hiloint2double(int high, int low) {
    return emulation_bits<double>((unsigned long long)(unsigned)high << 32 | (unsigned)low);
}
static inline unsigned __float2uint_rz(float x) { return (unsigned)x; }
static inline long long __double2ll_ru(double x) { return (long long)ceil(x); }
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline double __ddiv_rn(double a, double b) { return a / b; }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline float __saturatef(float x) { return x != x || x < 0 ? 0 : x > 1 ? 1 : x; }

// Half precision: each operation is exact in float, and rounded once.
struct __half {
    _Float16 value;
    __half() = default;
    template <typename T> __half(T x) : value((_Float16)x) {}
    operator float() const { return (float)value; }
    __half operator-() const { return __half(-(float)value); }
};
struct __half2 { __half x, y; };
#define EMULATION_HALF(SIGN, NAME)                                                                   \
    static inline __half operator SIGN(__half a, __half b) { return __half((float)a SIGN (float)b); } \
    static inline __half __h##NAME(__half a, __half b) { return a SIGN b; }                          \
    static inline __half2 __h##NAME##2(__half2 a, __half2 b) { return {a.x SIGN b.x, a.y SIGN b.y}; }
EMULATION_HALF(+, add) EMULATION_HALF(-, sub) EMULATION_HALF(*, mul) EMULATION_HALF(/, div)
static inline bool operator==(__half a, __half b) { return (float)a == (float)b; }
static inline bool __hlt(__half a, __half b) { return (float)a < (float)b; }
static inline __half __float2half(float x) { return __half(x); }
static inline __half __float2half_rn(float x) { return __half(x); }
static inline __half __int2half_rn(int x) { return __half(x); }
static inline float __half2float(__half x) { return (float)x; }
static inline __half2 __floats2half2_rn(float a, float b) { return {__half(a), __half(b)}; }
static inline __half2 __float2half2_rn(float a) { return {__half(a), __half(a)}; }
static inline float __low2float(__half2 a) { return (float)a.x; }
static inline float __high2float(__half2 a) { return (float)a.y; }
static inline unsigned short __half_as_ushort(__half x) { return emulation_bits<unsigned short>(x); }
