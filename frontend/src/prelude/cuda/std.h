/* The C++ library as far as host code beside kernels usually needs it: types that parse, calls that mean nothing. */
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
namespace std {
using ::size_t; using ::ptrdiff_t; using ::printf; using ::fprintf; using ::malloc; using ::free; using ::exit;
using ::memcpy; using ::memset; using ::strlen; using ::strcmp; using ::rand; using ::srand; using ::time; using ::FILE;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::int8_t; using ::int16_t; using ::int32_t;
using ::int64_t; using ::uintptr_t; using ::intptr_t; using ::atoi; using ::atof; using ::abort; using ::getenv;
using ::clock; using ::clock_t; using ::time_t; using ::puts; using ::calloc;
using ::fread; using ::fwrite; using ::fopen; using ::fclose; using ::ferror; using ::feof; using ::fflush; using ::fgets;
using ::sprintf; using ::snprintf; using ::sscanf; using ::memmove; using ::memcmp; using ::strcpy; using ::strncpy;
using ::strcat; using ::strstr; using ::strtol; using ::strtod; using ::qsort; using ::realloc; using ::system; using ::strerror;
typedef decltype(nullptr) nullptr_t;

template <class T, T V> struct integral_constant { static constexpr T value = V; typedef T value_type; constexpr operator T() const { return V; } };
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> inline constexpr bool is_same_v = is_same<A, B>::value;
template <bool C, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool C, class T = void> using enable_if_t = typename enable_if<C, T>::type;
template <bool C, class A, class B> struct conditional { typedef A type; };
template <class A, class B> struct conditional<false, A, B> { typedef B type; };
template <bool C, class A, class B> using conditional_t = typename conditional<C, A, B>::type;
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_cv { typedef T type; };
template <class T> struct remove_cv<const T> { typedef T type; };
template <class T> struct remove_cv<volatile T> { typedef T type; };
template <class T> struct remove_cv<const volatile T> { typedef T type; };
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using decay_t = typename remove_cv<typename remove_reference<T>::type>::type;
template <class T> struct is_integral : integral_constant<bool, __is_integral(T)> {};
template <class T> struct is_floating_point : integral_constant<bool, __is_floating_point(T)> {};
template <class T> struct is_arithmetic : integral_constant<bool, __is_arithmetic(T)> {};
template <class T> struct is_signed : integral_constant<bool, __is_signed(T)> {};
template <class T> struct is_unsigned : integral_constant<bool, __is_unsigned(T)> {};
template <class T> struct is_pointer : integral_constant<bool, __is_pointer(T)> {};
template <class T> inline constexpr bool is_integral_v = __is_integral(T);
template <class T> inline constexpr bool is_floating_point_v = __is_floating_point(T);
template <class T> struct make_unsigned { typedef __make_unsigned(T) type; };
template <class T> struct make_signed { typedef __make_signed(T) type; };
template <class T> constexpr remove_reference_t<T> &&move(T &&x) noexcept { return static_cast<remove_reference_t<T> &&>(x); }
template <class T> constexpr T &&forward(remove_reference_t<T> &x) noexcept { return static_cast<T &&>(x); }
template <class T> void swap(T &a, T &b) { T old = a; a = b; b = old; }
template <class I, class J> void iter_swap(I a, J b) { swap(*a, *b); }
#include <kverify/std_types.h>
template <class T> constexpr pair<T, T> minmax(const T &a, const T &b) { return b < a ? pair<T, T>(b, a) : pair<T, T>(a, b); }

template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
#define KV_LIMITS(T, LOW, SMALL, HIGH)                                                                                \
    template <> struct numeric_limits<T> {                                                                            \
        static constexpr bool is_specialized = true, is_integer = __is_integral(T), is_signed = __is_signed(T);                              \
        static constexpr int digits = __is_integral(T) ? (int)(sizeof(T) * 8 - __is_signed(T)) : sizeof(T) == 4 ? 24 : 53; \
        static constexpr bool is_exact = false, is_bounded = true, is_modulo = false, is_iec559 = true, traps = false;  \
        static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true;                     \
        static constexpr int radix = 2, digits10 = sizeof(T) == 4 ? 6 : 15, max_digits10 = sizeof(T) == 4 ? 9 : 17;    \
        static constexpr int max_exponent = sizeof(T) == 4 ? 128 : 1024, min_exponent = sizeof(T) == 4 ? -125 : -1021;  \
        static constexpr int max_exponent10 = sizeof(T) == 4 ? 38 : 308, min_exponent10 = sizeof(T) == 4 ? -37 : -307;  \
        static constexpr T denorm_min() { return sizeof(T) == 4 ? (T)__FLT_DENORM_MIN__ : (T)__DBL_DENORM_MIN__; }      \
        static constexpr T min() { return SMALL; }                                                                    \
        static constexpr T max() { return HIGH; }                                                                     \
        static constexpr T lowest() { return LOW; }                                                                   \
        static constexpr T epsilon() { return sizeof(T) == 4 ? (T)__FLT_EPSILON__ : (T)__DBL_EPSILON__; }             \
        static constexpr T infinity() { return (T)1e9999; }                                                  \
        static constexpr T signaling_NaN() { return (T)__builtin_nans(""); }                                          \
        static constexpr T quiet_NaN() { return (T)__builtin_nan(""); }                                               \
    };
KV_LIMITS(float, -__FLT_MAX__, __FLT_MIN__, __FLT_MAX__)
KV_LIMITS(double, -__DBL_MAX__, __DBL_MIN__, __DBL_MAX__)
#undef KV_LIMITS
#define KV_LIMITS(T, LOW, HIGH)                                                                                       \
    template <> struct numeric_limits<T> {                                                                            \
        static constexpr bool is_specialized = true, is_integer = true, is_signed = __is_signed(T);                                          \
        static constexpr int digits = (int)(sizeof(T) * 8 - __is_signed(T)), radix = 2, digits10 = digits * 30103 / 100000; \
        static constexpr bool is_exact = true, is_bounded = true, is_modulo = !__is_signed(T), is_iec559 = false;       \
        static constexpr bool has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false;                  \
        static constexpr int max_digits10 = 0, max_exponent = 0, min_exponent = 0, max_exponent10 = 0, min_exponent10 = 0; \
        static constexpr T epsilon() { return 0; }                                                                     \
        static constexpr T infinity() { return 0; }                                                                    \
        static constexpr T quiet_NaN() { return 0; }                                                                   \
        static constexpr T denorm_min() { return 0; }                                                                  \
        static constexpr T min() { return LOW; }                                                                      \
        static constexpr T max() { return HIGH; }                                                                     \
        static constexpr T lowest() { return LOW; }                                                                   \
    };
KV_LIMITS(bool, false, true)
KV_LIMITS(char, CHAR_MIN, CHAR_MAX)
KV_LIMITS(signed char, SCHAR_MIN, SCHAR_MAX)
KV_LIMITS(unsigned char, 0, UCHAR_MAX)
KV_LIMITS(short, SHRT_MIN, SHRT_MAX)
KV_LIMITS(unsigned short, 0, USHRT_MAX)
KV_LIMITS(int, INT_MIN, INT_MAX)
KV_LIMITS(unsigned, 0, UINT_MAX)
KV_LIMITS(long, LONG_MIN, LONG_MAX)
KV_LIMITS(unsigned long, 0, ULONG_MAX)
KV_LIMITS(long long, LLONG_MIN, LLONG_MAX)
KV_LIMITS(unsigned long long, 0, ULLONG_MAX)
#undef KV_LIMITS

template <class T> struct initializer_list {
    const T *first;
    size_t count;
    constexpr initializer_list() : first(nullptr), count(0) {}
    constexpr size_t size() const { return count; }
    constexpr const T *begin() const { return first; }
    constexpr const T *end() const { return first + count; }
};
template <class T, size_t N> struct array {
    T elements[N];
    constexpr T &operator[](size_t i) { return elements[i]; }
    constexpr const T &operator[](size_t i) const { return elements[i]; }
    constexpr size_t size() const { return N; }
    constexpr T *data() { return elements; }
    constexpr const T *data() const { return elements; }
    constexpr T *begin() { return elements; }
    constexpr T *end() { return elements + N; }
    constexpr const T *begin() const { return elements; }
    constexpr const T *end() const { return elements + N; }
    void fill(const T &x) { for (size_t i = 0; i < N; i++) elements[i] = x; }
};
#include <kverify/std_containers.h>

struct exception { virtual const char *what() const noexcept; virtual ~exception(); };
struct runtime_error : exception { runtime_error(const string &text); };
struct invalid_argument : exception { invalid_argument(const string &text); };
struct logic_error : exception { logic_error(const string &text); };
#define KV_ERROR(NAME, BASE) struct NAME : BASE { using BASE::BASE; };
KV_ERROR(out_of_range, logic_error) KV_ERROR(domain_error, logic_error) KV_ERROR(length_error, logic_error)
KV_ERROR(overflow_error, runtime_error) KV_ERROR(underflow_error, runtime_error) KV_ERROR(range_error, runtime_error)
#undef KV_ERROR
struct bad_alloc : exception {};
struct bad_cast : exception {};
struct mutex { void lock(); void unlock(); bool try_lock(); };
struct recursive_mutex : mutex {};
struct timed_mutex : mutex {};
struct shared_mutex : mutex { void lock_shared(); void unlock_shared(); bool try_lock_shared(); };
struct shared_timed_mutex : shared_mutex {};
struct once_flag { constexpr once_flag() noexcept {} int kv_state = 0; };
void kv_call_once(once_flag *flag);
template <class F, class... X> void call_once(once_flag &flag, F &&f, X &&...xs) { kv_call_once(&flag); f(xs...); }
enum memory_order {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel,
    memory_order_seq_cst
};
template <class T> struct atomic {
    atomic();
    atomic(T x);
    T operator=(T x);
    operator T() const;
    T load(memory_order order = memory_order_seq_cst) const;
    void store(T x, memory_order order = memory_order_seq_cst);
    T exchange(T x, memory_order order = memory_order_seq_cst);
    T fetch_add(T x, memory_order order = memory_order_seq_cst);
    T fetch_sub(T x, memory_order order = memory_order_seq_cst);
    bool compare_exchange_weak(T &expected, T x, memory_order order = memory_order_seq_cst, memory_order failure = memory_order_seq_cst);
    bool compare_exchange_strong(T &expected, T x, memory_order order = memory_order_seq_cst, memory_order failure = memory_order_seq_cst);
    T operator++();
    T operator++(int);
    T operator+=(T x);
};
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long> atomic_long;
typedef atomic<bool> atomic_bool;
struct atomic_flag {
    bool kv_value;
    bool test_and_set(memory_order order = memory_order_seq_cst);
    void clear(memory_order order = memory_order_seq_cst);
};
#define ATOMIC_FLAG_INIT {0}
template <class M> struct lock_guard { explicit lock_guard(M &m); };
template <class M> struct unique_lock { explicit unique_lock(M &m); void lock(); void unlock(); };
template <class M> struct shared_lock { explicit shared_lock(M &m); void lock(); void unlock(); };
template <class... M> struct scoped_lock { explicit scoped_lock(M &...m); };

struct ios_base { typedef int openmode; static constexpr int in = 1, out = 2, binary = 4, ate = 8, app = 16, trunc = 32, beg = 0, cur = 1, end = 2; };
typedef ios_base ios;
template <class C> struct char_traits;
template <class C, class T = char_traits<C>> struct basic_ostream;
struct ostream {
    template <class T> ostream &operator<<(const T &x);
    ostream &operator<<(ostream &(*f)(ostream &));
    ostream &flush();
    int precision(int n);
    ostream &write(const char *text, size_t count);
    explicit operator bool() const;
};
struct istream : ios_base {
    template <class T> istream &operator>>(T &x);
    istream &read(char *text, size_t count);
    istream &getline(char *text, size_t count, char end = '\n');
    istream &ignore(size_t count = 1, int end = -1);
    istream &seekg(long at, int from = 0);
    long tellg();
    size_t gcount() const;
    int get();
    int peek();
    void clear();
    bool good() const;
    bool fail() const;
    bool bad() const;
    bool eof() const;
    explicit operator bool() const;
};
istream &getline(istream &from, string &line, char end = '\n');
template <class C> struct istreambuf_iterator {
    istreambuf_iterator();
    istreambuf_iterator(istream &from);
    C operator*() const;
    istreambuf_iterator &operator++();
    bool operator!=(const istreambuf_iterator &other) const;
    bool operator==(const istreambuf_iterator &other) const;
};
struct ofstream : ostream { ofstream(); ofstream(const string &path, int mode = 0); void close(); bool is_open() const; void open(const string &path, int mode = 0); };
struct ifstream : istream { ifstream(); ifstream(const string &path, int mode = 0); void close(); bool is_open() const; void open(const string &path, int mode = 0); };
struct fstream : ostream, ios_base {
    fstream();
    fstream(const string &path, int mode = 3);
    void close();
    bool is_open() const;
    void open(const string &path, int mode = 3);
    bool good() const;
    bool bad() const;
    bool eof() const;
    istream &read(char *text, size_t count);
    template <class T> istream &operator>>(T &x);
};
struct stringstream : ostream { stringstream(); string str() const; };
typedef stringstream ostringstream;
struct istringstream : istream { istringstream(const string &text); string str() const; };
extern ostream cout, cerr, clog;
extern istream cin;
ostream &endl(ostream &o);
ostream &flush(ostream &o);
ostream &fixed(ostream &o);
ostream &scientific(ostream &o);
ostream &left(ostream &o);
ostream &right(ostream &o);
ostream &hex(ostream &o);
ostream &boolalpha(ostream &o);
struct KvManipulator {};
KvManipulator setw(int n);
KvManipulator setprecision(int n);
KvManipulator setfill(char c);

template <class I, class T> void fill(I from, I to, const T &x);
template <class I, class T> void fill_n(I from, size_t n, const T &x);
template <class I, class O> O copy(I from, I to, O out);
template <class I, class T> T accumulate(I from, I to, T x);
template <class I, class T> void iota(I from, I to, T x);
template <class I, class F> void generate(I from, I to, F f);
template <class I> void sort(I from, I to);
template <class I, class F> void sort(I from, I to, F f);
template <class I> void reverse(I from, I to);
template <class I, class R> void shuffle(I from, I to, R &&random);
template <class I, class J> bool equal(I from, I to, J other);
template <class I, class T> I find(I from, I to, const T &x);
template <class I> I max_element(I from, I to);
template <class I> I min_element(I from, I to);
template <class I, class O, class F> O transform(I from, I to, O out, F f);
template <class I, class F> I find_if(I from, I to, F f);
template <class I, class F> F for_each(I from, I to, F f);
template <class I, class T> I lower_bound(I from, I to, const T &x);
template <class I, class T, class F> I lower_bound(I from, I to, const T &x, F f);
template <class I, class T> I upper_bound(I from, I to, const T &x);
template <class I, class T, class F> I upper_bound(I from, I to, const T &x, F f);
template <class I, class T> bool binary_search(I from, I to, const T &x);
template <class I, class T> ptrdiff_t count(I from, I to, const T &x);
template <class I, class F> ptrdiff_t count_if(I from, I to, F f);
template <class I, class F> bool all_of(I from, I to, F f);
template <class I, class F> bool any_of(I from, I to, F f);
template <class I, class F> bool none_of(I from, I to, F f);
template <class I> I unique(I from, I to);
template <class I, class T> I remove(I from, I to, const T &x);
template <class I, class F> I remove_if(I from, I to, F f);
template <class I> ptrdiff_t distance(I from, I to);
template <class I> void advance(I &at, ptrdiff_t n);
template <class I> I next(I at, ptrdiff_t n = 1);
template <class I> I prev(I at, ptrdiff_t n = 1);
template <class I, class F> void stable_sort(I from, I to, F f);
template <class I, class F> void partial_sort(I from, I middle, I to, F f);
template <class I> void nth_element(I from, I middle, I to);
template <class C> struct KvInserter { KvInserter &operator*(); KvInserter &operator++(); template <class T> KvInserter &operator=(const T &x); };
template <class C> KvInserter<C> back_inserter(C &container);
template <class I, class O> O partial_sum(I from, I to, O out);
template <class I, class O> O adjacent_difference(I from, I to, O out);
template <class I, class O, class T> O exclusive_scan(I from, I to, O out, T x);
template <class I, class O> O inclusive_scan(I from, I to, O out);
template <class I> bool is_sorted(I from, I to);
template <class I> I rotate(I from, I middle, I to);
template <class I, class F> I generate_n(I from, size_t n, F f);
template <class I, class T> void replace(I from, I to, const T &x, const T &y);
template <class A, class T> T inner_product(A from, A to, A other, T x);
template <class T> constexpr const T &min(const T &a, const T &b, bool (*less)(const T &, const T &));

struct random_device { unsigned operator()(); };
struct mt19937 { mt19937(unsigned seed = 5489u); unsigned operator()(); void seed(unsigned seed = 5489u); void discard(unsigned long count); };
typedef mt19937 default_random_engine;
typedef mt19937 mt19937_64;
template <class T = double> struct uniform_real_distribution {
    uniform_real_distribution(T low = 0, T high = 1);
    template <class R> T operator()(R &random);
};
template <class T = int> struct uniform_int_distribution {
    uniform_int_distribution(T low = 0, T high = 0);
    template <class R> T operator()(R &random);
};
template <class T = double> struct normal_distribution {
    normal_distribution(T mean = 0, T deviation = 1);
    template <class R> T operator()(R &random);
};

template <long N, long D = 1> struct ratio { static constexpr long num = N, den = D; };
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1, 100> centi;
typedef ratio<1000> kilo;
typedef ratio<1000000> mega;
typedef ratio<1000000000> giga;
namespace chrono {
template <class R = long, class P = ratio<1>> struct duration {
    duration();
    template <class S> explicit duration(const S &ticks);
    template <class S, class Q> duration(const duration<S, Q> &other);
    R count() const;
    duration &operator+=(const duration &other);
    duration &operator-=(const duration &other);
    static duration zero();
};
template <class R, class P, class S, class Q> duration<R, P> operator+(const duration<R, P> &a, const duration<S, Q> &b);
template <class R, class P, class S, class Q> duration<R, P> operator-(const duration<R, P> &a, const duration<S, Q> &b);
template <class R, class P, class T> duration<R, P> operator/(const duration<R, P> &a, const T &by);
template <class R, class P, class T> duration<R, P> operator*(const duration<R, P> &a, const T &by);
template <class R, class P, class S, class Q> bool operator<(const duration<R, P> &a, const duration<S, Q> &b);
template <class R, class P, class S, class Q> bool operator>(const duration<R, P> &a, const duration<S, Q> &b);
typedef duration<long> nanoseconds;
typedef duration<long> microseconds;
typedef duration<long> milliseconds;
typedef duration<long> seconds;
template <class C> struct KvTimePoint {};
template <class C> duration<double> operator-(KvTimePoint<C> a, KvTimePoint<C> b);
struct high_resolution_clock { typedef KvTimePoint<high_resolution_clock> time_point; static time_point now(); };
struct steady_clock { typedef KvTimePoint<steady_clock> time_point; static time_point now(); };
struct system_clock { typedef KvTimePoint<system_clock> time_point; static time_point now(); };
template <class C, class D = nanoseconds> using time_point = KvTimePoint<C>;
template <class D, class R, class P> D duration_cast(const duration<R, P> &d);
} // namespace chrono
} // namespace std
/* `using namespace cuda` beside `std` is no question for who has none of libcu++. */
#if !defined(KV_USES_CUDA) || defined(KV_NAMES_CUDA_STD)
namespace cuda { namespace std { using namespace ::std; } }
#endif
#pragma clang force_cuda_host_device end
