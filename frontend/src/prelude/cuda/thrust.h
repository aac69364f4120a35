/* thrust, as far as host code beside kernels and functors in them need it. An algorithm is a function without a body: called
   in a kernel it is a hole. */
#pragma once
#pragma clang system_header
#include <kverify/complex.h>
#include <kverify/curand_kernel.h>
#pragma clang force_cuda_host_device begin
namespace thrust {
using std::pair; using std::make_pair; using std::tuple; using std::make_tuple; using std::get; using std::tie;
using std::swap; using std::plus; using std::multiplies; using std::less; using std::greater; using std::minus;
using std::divides; using std::modulus; using std::negate; using std::equal_to; using std::not_equal_to;
using std::less_equal; using std::greater_equal; using std::logical_and; using std::logical_or; using std::bit_and;
using std::bit_or; using std::bit_xor;
template <size_t N, class T> using tuple_element = std::tuple_element<N, T>;
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
template <class T = void> struct maximum { template <class U> U operator()(const U &a, const U &b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { template <class U> U operator()(const U &a, const U &b) const { return b < a ? b : a; } };
template <class T = void> struct identity { template <class U> U operator()(const U &a) const { return a; } };
template <class T = void> struct square { template <class U> U operator()(const U &a) const { return a * a; } };
template <class T = void> struct logical_not { template <class U> bool operator()(const U &a) const { return !a; } };
template <class T> struct project1st { template <class A, class B> A operator()(const A &a, const B &) const { return a; } };
template <class T> struct project2nd { template <class A, class B> B operator()(const A &, const B &b) const { return b; } };
namespace placeholders { struct KvPlaceholder {}; extern KvPlaceholder _1, _2, _3; }

template <class T> struct device_ptr {
    T *p;
    device_ptr() = default;
    template <class U> device_ptr(U *q) : p(q) {}
    T *get() const { return p; }
    T &operator*() const { return *p; }
    template <class I> T &operator[](I n) const { return p[n]; }
    template <class I> device_ptr operator+(I n) const { return device_ptr(p + n); }
    template <class I> device_ptr operator-(I n) const { return device_ptr(p - n); }
};
template <class T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> T *raw_pointer_cast(T *p) { return p; }
template <class T> T *raw_pointer_cast(device_ptr<T> p) { return p.p; }
template <class T> T *raw_reference_cast(T &x) { return x; }
template <class T> struct KvVector {
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef T *pointer;
    T *first;
    size_t count;
    KvVector();
    explicit KvVector(size_t n);
    KvVector(size_t n, const T &x);
    template <class I, class = decltype(*I())> KvVector(I from, I to);
    template <class V, class = typename V::value_type> KvVector(const V &v);
    template <class V> KvVector &operator=(const V &v);
    T &operator[](size_t i) { return first[i]; }
    const T &operator[](size_t i) const { return first[i]; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *data() { return first; }
    const T *data() const { return first; }
    T *begin() { return first; }
    T *end() { return first + count; }
    const T *begin() const { return first; }
    const T *end() const { return first + count; }
    const T *cbegin() const { return first; }
    const T *cend() const { return first + count; }
    T &front() { return first[0]; }
    T &back() { return first[count - 1]; }
    void push_back(const T &x);
    void pop_back();
    void clear();
    void shrink_to_fit();
    void resize(size_t n);
    void resize(size_t n, const T &x);
    void reserve(size_t n);
    template <class... A> void assign(A... xs);
    template <class... A> void insert(A... xs);
    template <class... A> void erase(A... xs);
    void swap(KvVector &other);
};
template <class T, class A = void> struct device_vector : KvVector<T> { using KvVector<T>::KvVector; using KvVector<T>::operator=; };
template <class T, class A = void> struct host_vector : KvVector<T> { using KvVector<T>::KvVector; using KvVector<T>::operator=; };
template <class T, class A = void> struct universal_vector : KvVector<T> { using KvVector<T>::KvVector; };
template <class T> struct device_allocator { typedef T value_type; };
template <class T> struct device_malloc_allocator { typedef T value_type; };
template <class T> struct iterator_traits { typedef typename T::value_type value_type; };
template <class T> struct iterator_traits<T *> { typedef T value_type; typedef ptrdiff_t difference_type; };
template <class T> struct iterator_traits<const T *> { typedef T value_type; typedef ptrdiff_t difference_type; };
template <class T> struct counting_iterator {
    T value;
    counting_iterator(T x) : value(x) {}
    T operator*() const { return value; }
    template <class I> T operator[](I n) const { return value + (T)n; }
    template <class I> counting_iterator operator+(I n) const { return counting_iterator(value + (T)n); }
};
template <class T> struct constant_iterator {
    T value;
    constant_iterator(T x) : value(x) {}
    T operator*() const { return value; }
    template <class I> T operator[](I) const { return value; }
    template <class I> constant_iterator operator+(I) const { return *this; }
};
struct discard_iterator { template <class I> discard_iterator operator+(I) const { return *this; } };
template <class F, class I> struct transform_iterator { I from; F f; };
template <class I, class J> struct permutation_iterator { I from; J map; };
template <class T> struct zip_iterator { T iterators; template <class I> zip_iterator operator+(I) const { return *this; } };
template <class T> counting_iterator<T> make_counting_iterator(T x) { return counting_iterator<T>(x); }
template <class T> constant_iterator<T> make_constant_iterator(T x) { return constant_iterator<T>(x); }
inline discard_iterator make_discard_iterator() { return discard_iterator(); }
template <class I, class F> transform_iterator<F, I> make_transform_iterator(I i, F f) { return transform_iterator<F, I>{i, f}; }
template <class I, class J> permutation_iterator<I, J> make_permutation_iterator(I i, J j) { return permutation_iterator<I, J>{i, j}; }
template <class T> zip_iterator<T> make_zip_iterator(T t) { return zip_iterator<T>{t}; }
struct KvPolicy { template <class... A> KvPolicy on(A...) const; template <class... A> KvPolicy operator()(A...) const; };
namespace cuda { static const KvPolicy par; static const KvPolicy par_nosync; }
namespace system { namespace cuda { static const KvPolicy par; } }
static const KvPolicy device; static const KvPolicy host; static const KvPolicy seq;
/* What an algorithm returns is whatever it is made into. */
struct KvAny { template <class T> operator T() const; template <class T> KvAny operator-(const T &) const; KvAny operator*() const; };
#define KV_ANY(NAME) template <class... A> KvAny NAME(A &&...xs);
KV_ANY(sort) KV_ANY(stable_sort) KV_ANY(sort_by_key) KV_ANY(stable_sort_by_key) KV_ANY(reduce) KV_ANY(reduce_by_key)
KV_ANY(transform) KV_ANY(transform_reduce) KV_ANY(transform_if) KV_ANY(inclusive_scan) KV_ANY(exclusive_scan)
KV_ANY(inclusive_scan_by_key) KV_ANY(exclusive_scan_by_key) KV_ANY(transform_inclusive_scan) KV_ANY(transform_exclusive_scan)
KV_ANY(copy) KV_ANY(copy_n) KV_ANY(copy_if) KV_ANY(fill) KV_ANY(fill_n) KV_ANY(sequence) KV_ANY(for_each) KV_ANY(for_each_n)
KV_ANY(generate) KV_ANY(generate_n) KV_ANY(count) KV_ANY(count_if) KV_ANY(find) KV_ANY(find_if) KV_ANY(unique) KV_ANY(unique_by_key)
KV_ANY(remove) KV_ANY(remove_if) KV_ANY(remove_copy_if) KV_ANY(replace) KV_ANY(replace_if) KV_ANY(partition) KV_ANY(stable_partition)
KV_ANY(partition_copy) KV_ANY(max_element) KV_ANY(min_element) KV_ANY(minmax_element) KV_ANY(equal) KV_ANY(inner_product)
KV_ANY(adjacent_difference) KV_ANY(gather) KV_ANY(gather_if) KV_ANY(scatter) KV_ANY(scatter_if) KV_ANY(reverse) KV_ANY(merge)
KV_ANY(lower_bound) KV_ANY(upper_bound) KV_ANY(binary_search) KV_ANY(set_intersection) KV_ANY(set_union) KV_ANY(set_difference)
KV_ANY(is_sorted) KV_ANY(all_of) KV_ANY(any_of) KV_ANY(none_of) KV_ANY(tabulate) KV_ANY(distance) KV_ANY(advance) KV_ANY(swap_ranges)
KV_ANY(uninitialized_fill) KV_ANY(unique_copy) KV_ANY(shuffle) KV_ANY(mismatch) KV_ANY(merge_by_key) KV_ANY(device_malloc)
KV_ANY(device_free) KV_ANY(partition_point)
#undef KV_ANY
struct default_random_engine {
    unsigned state;
    default_random_engine(unsigned seed = 1) : state(seed) {}
    void discard(unsigned long long n) { state = __kv_random_seed(state, n, 0ull); }
    unsigned operator()() { state = __kv_random_bits(state, 0u); return state; }
    static constexpr unsigned min = 1, max = 2147483646u;
};
typedef default_random_engine minstd_rand;
typedef default_random_engine minstd_rand0;
template <class T = double> struct uniform_real_distribution {
    T low, high;
    uniform_real_distribution(T a = T(0), T b = T(1)) : low(a), high(b) {}
    template <class R> T operator()(R &random) { return low + (high - low) * (T)random() / (T)4294967296.0; }
};
template <class T = int> struct uniform_int_distribution {
    T low, high;
    uniform_int_distribution(T a = T(0), T b = T(2147483647)) : low(a), high(b) {}
    template <class R> T operator()(R &random) { return low + (T)(random() % ((unsigned long long)(high - low) + 1ull)); }
};
template <class T = double> struct normal_distribution {
    T mean, deviation;
    normal_distribution(T m = T(0), T d = T(1)) : mean(m), deviation(d) {}
    template <class R> T operator()(R &random) { return mean + deviation * (T)random() / (T)4294967296.0; }
};
struct system_error { const char *what() const; };
} // namespace thrust
#pragma clang force_cuda_host_device end
