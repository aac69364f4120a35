/* Warp matrices (nvcuda::wmma). Every lane reads the whole tile. Of a store, which lane writes which element is not
   said: some lane writes all, so that the tile is written once. What a fragment holds is unknown. */
#pragma once
#pragma clang system_header
#include <kverify/cuda_fp16.h>
#include <kverify/cuda_bf16.h>
#include <kverify/cooperative_groups.h>
#pragma clang force_cuda_host_device begin
/* All lanes of a warp do what follows, with the same operands. */
void __kv_warp_together();
void __kv_warp_together(unsigned long long place, unsigned stride, int layout);
namespace nvcuda {
namespace wmma {
struct matrix_a; struct matrix_b; struct accumulator; struct row_major; struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; struct u4; struct s4; struct b1; }
template <class T> struct KvElement { typedef T type; };
template <> struct KvElement<precision::tf32> { typedef float type; };
template <> struct KvElement<precision::u4> { typedef unsigned type; };
template <> struct KvElement<precision::s4> { typedef int type; };
template <> struct KvElement<precision::b1> { typedef unsigned type; };
template <class Use, int M, int N, int K> struct KvTile { static constexpr int rows = M, columns = N; };
template <int M, int N, int K> struct KvTile<matrix_a, M, N, K> { static constexpr int rows = M, columns = K; };
template <int M, int N, int K> struct KvTile<matrix_b, M, N, K> { static constexpr int rows = K, columns = N; };
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
    typedef typename KvElement<T>::type element_type;
    static constexpr int num_elements = KvTile<Use, M, N, K>::rows * KvTile<Use, M, N, K>::columns / 32;
    element_type x[num_elements];
};
/* The tile's lines, each contiguous in memory. */
template <int Lines, int Length, class T> void kv_read_tile(const T *p, unsigned stride) {
    for (unsigned line = 0; line < Lines; line++)
        for (unsigned n = 0; n < Length; n++) (void)*(const volatile char *)(p + (line * stride + n));
}
template <int Count, class E> void kv_forget(E *x) {
    for (int n = 0; n < Count; n++) x[n] = (E)__kv_fragment_value();
}
template <int Count, class E> void kv_fill(E *x, E value) {
    for (int n = 0; n < Count; n++) x[n] = value;
}
#define KV_LOAD(USE, LAYOUT, ROWS, COLUMNS, LINES, LENGTH)                                                             \
    template <int M, int N, int K, class T, class P>                                                                  \
    void load_matrix_sync(fragment<USE, M, N, K, T, LAYOUT> &f, const P *p, unsigned stride) {                         \
        __kv_warp_together((unsigned long long)p, stride, 0);                                                          \
        __syncwarp();                                                                                                  \
        kv_read_tile<LINES, LENGTH>(p, stride);                                                                        \
        kv_forget<ROWS * COLUMNS / 32>(f.x);                                                                           \
    }
KV_LOAD(matrix_a, row_major, M, K, M, K)
KV_LOAD(matrix_a, col_major, M, K, K, M)
KV_LOAD(matrix_b, row_major, K, N, K, N)
KV_LOAD(matrix_b, col_major, K, N, N, K)
#undef KV_LOAD
template <int M, int N, int K, class T, class P>
void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const P *p, unsigned stride, layout_t layout) {
    __kv_warp_together((unsigned long long)p, stride, layout);
    __syncwarp();
    if (layout == mem_col_major) kv_read_tile<N, M>(p, stride);
    else kv_read_tile<M, N>(p, stride);
    kv_forget<M * N / 32>(f.x);
}
template <int M, int N, int K, class T, class P>
void store_matrix_sync(P *p, const fragment<accumulator, M, N, K, T> &f, unsigned stride, layout_t layout) {
    __kv_warp_together((unsigned long long)p, stride, layout);
    __syncwarp();
    unsigned lines = layout == mem_col_major ? N : M, length = layout == mem_col_major ? M : N;
    if (cooperative_groups::kverify::lane() != __kv_some_thread()) return;
    for (unsigned line = 0; line < lines; line++)
        for (unsigned n = 0; n < length; n++) p[line * stride + n] = (P)__kv_fragment_value();
}
template <class Use, int M, int N, int K, class T, class L, class V>
void fill_fragment(fragment<Use, M, N, K, T, L> &f, V value) {
    kv_fill<KvTile<Use, M, N, K>::rows * KvTile<Use, M, N, K>::columns / 32>(
        f.x, (typename fragment<Use, M, N, K, T, L>::element_type)value);
}
template <int M, int N, int K, class T, class A, class B, class C>
void mma_sync(fragment<accumulator, M, N, K, T> &d, const A &, const B &, const C &, bool = false) {
    __kv_warp_together();
    __syncwarp();
    kv_forget<M * N / 32>(d.x);
}
inline float __float_to_tf32(float x) { return x; }
} // namespace wmma
} // namespace nvcuda
#pragma clang force_cuda_host_device end
