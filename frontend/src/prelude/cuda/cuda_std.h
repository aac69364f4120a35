/* Classes of cuda::std that threads use by themselves, with bodies. */
#pragma once
#pragma clang system_header
#include <kverify/std.h>
#pragma clang force_cuda_host_device begin
namespace cuda { namespace std {
using namespace ::std;
template <class T> class optional {
    T kv_value;
    bool kv_has;

  public:
    optional() : kv_has(false) {}
    optional(nullopt_t) : kv_has(false) {}
    optional(const T &x) : kv_value(x), kv_has(true) {}
    bool has_value() const { return kv_has; }
    explicit operator bool() const { return kv_has; }
    T &value() { return kv_value; }
    const T &value() const { return kv_value; }
    T value_or(const T &x) const { return kv_has ? kv_value : x; }
    T &operator*() { return kv_value; }
    const T &operator*() const { return kv_value; }
    T *operator->() { return &kv_value; }
    const T *operator->() const { return &kv_value; }
    void reset() { kv_has = false; }
};
inline constexpr size_t dynamic_extent = (size_t)-1;
template <class T, size_t N = dynamic_extent> class span {
    T *kv_data;
    size_t kv_size;

  public:
    typedef T element_type;
    typedef T value_type;
    typedef T *iterator;
    span() : kv_data(nullptr), kv_size(0) {}
    span(T *p, size_t n) : kv_data(p), kv_size(n) {}
    template <size_t M> span(T (&all)[M]) : kv_data(all), kv_size(M) {}
    template <class U, size_t M> span(const span<U, M> &other) : kv_data(other.data()), kv_size(other.size()) {}
    T *data() const { return kv_data; }
    size_t size() const { return kv_size; }
    size_t size_bytes() const { return kv_size * sizeof(T); }
    bool empty() const { return kv_size == 0; }
    T &operator[](size_t i) const { return kv_data[i]; }
    T &front() const { return kv_data[0]; }
    T &back() const { return kv_data[kv_size - 1]; }
    T *begin() const { return kv_data; }
    T *end() const { return kv_data + kv_size; }
    span<T> first(size_t n) const { return span<T>(kv_data, n); }
    span<T> last(size_t n) const { return span<T>(kv_data + (kv_size - n), n); }
    span<T> subspan(size_t from, size_t n = dynamic_extent) const {
        return span<T>(kv_data + from, n == dynamic_extent ? kv_size - from : n);
    }
};
/* Which element a multidimensional span names is not followed. */
struct layout_right {};
struct layout_left {};
struct layout_stride {};
template <class I, size_t... E> struct extents {
    typedef I index_type;
    extents();
    template <class... S> extents(S... sizes);
    I extent(size_t n) const;
    static constexpr size_t rank() { return sizeof...(E); }
};
template <class I, size_t N, size_t... E> struct KvDynamic { typedef typename KvDynamic<I, N - 1, dynamic_extent, E...>::type type; };
template <class I, size_t... E> struct KvDynamic<I, 0, E...> { typedef extents<I, E...> type; };
template <class I, size_t N> using dextents = typename KvDynamic<I, N>::type;
template <class T, class E, class L = layout_right, class A = void> struct mdspan {
    typedef T element_type;
    typedef typename E::index_type index_type;
    typedef E extents_type;
    template <class... S> explicit mdspan(T *p, S... sizes);
    mdspan(T *p, const E &sizes);
    index_type extent(size_t n) const;
    static constexpr size_t rank() { return E::rank(); }
    const E &extents() const;
    T *data_handle() const;
    template <class... S> T &operator()(S... at) const;
};
} // namespace std
} // namespace cuda
#pragma clang force_cuda_host_device end
