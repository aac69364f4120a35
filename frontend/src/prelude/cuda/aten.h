/* PyTorch's C++ interface as far as kernels and the host code around them use it: what kernels compute with has bodies, the
   rest parses and means nothing. A dispatch over types takes the first of them. */
#pragma once
#pragma clang system_header
#include <kverify/runtime.h>
#include <kverify/cuda_fp16.h>
#include <kverify/cuda_bf16.h>
#include <kverify/atomics.h>
#include <kverify/std.h>
#include <kverify/curand_kernel.h>
#include <kverify/libraries.h>
#pragma clang force_cuda_host_device begin
namespace c10 {
/* Sixteen bits that compute as float; with whole numbers they stay what they are. */
#define KV_SHORT_FLOAT(NAME, RAW)                                                                                      \
    struct NAME {                                                                                                      \
        RAW value;                                                                                                     \
        NAME() = default;                                                                                              \
        NAME(float x) : value(x) {}                                                                                    \
        NAME(const RAW &x) : value(x) {}                                                                               \
        operator float() const { return (float)value; }                                                                \
        explicit operator RAW() const { return value; }                                                                \
    };                                                                                                                 \
    KV_SHORT_OPERATOR(NAME, +) KV_SHORT_OPERATOR(NAME, -) KV_SHORT_OPERATOR(NAME, *) KV_SHORT_OPERATOR(NAME, /)        \
    inline NAME operator-(NAME a) { return NAME(-(float)a); }
#define KV_SHORT_OPERATOR(NAME, OP)                                                                                    \
    inline NAME operator OP(NAME a, NAME b) { return NAME((float)a OP (float)b); }                                     \
    inline float operator OP(NAME a, float b) { return (float)a OP b; }                                                \
    inline float operator OP(float a, NAME b) { return a OP (float)b; }                                                \
    inline double operator OP(NAME a, double b) { return (double)(float)a OP b; }                                      \
    inline double operator OP(double a, NAME b) { return a OP (double)(float)b; }                                      \
    inline NAME operator OP(NAME a, int b) { return NAME((float)a OP (float)b); }                                      \
    inline NAME operator OP(int a, NAME b) { return NAME((float)a OP (float)b); }                                      \
    inline NAME operator OP(NAME a, long b) { return NAME((float)a OP (float)b); }                                     \
    inline NAME operator OP(long a, NAME b) { return NAME((float)a OP (float)b); }                                     \
    inline NAME &operator OP##=(NAME &a, NAME b) { return a = a OP b; }                                                \
    inline NAME &operator OP##=(NAME &a, float b) { return a = NAME((float)a OP b); }
KV_SHORT_FLOAT(Half, __half)
KV_SHORT_FLOAT(BFloat16, __nv_bfloat16)
#undef KV_SHORT_FLOAT
#undef KV_SHORT_OPERATOR
enum class ScalarType : signed char { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, BFloat16 };
enum class DeviceType : signed char { CPU, CUDA };
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
using std::optional;
using std::nullopt;
struct Device { Device(DeviceType type, int index = -1); int index() const; bool is_cuda() const; DeviceType type() const; bool operator==(const Device &o) const; bool operator!=(const Device &o) const; };
template <class T> struct ArrayRef {
    ArrayRef();
    ArrayRef(const T &x);
    ArrayRef(std::initializer_list<T> xs);
    ArrayRef(const std::vector<T> &xs);
    const T &operator[](size_t i) const;
    size_t size() const;
    const T *begin() const;
    const T *end() const;
    const T *data() const;
    std::vector<T> vec() const;
};
typedef ArrayRef<long> IntArrayRef;
struct TensorOptions {
    TensorOptions();
    TensorOptions(ScalarType type);
    TensorOptions(Device device);
    TensorOptions dtype(ScalarType type) const;
    TensorOptions device(DeviceType type, int index = -1) const;
    TensorOptions device(Device device) const;
    TensorOptions requires_grad(bool on) const;
    TensorOptions layout(int layout) const;
};
namespace cuda {
struct CUDAStream { operator cudaStream_t() const; cudaStream_t stream() const; void synchronize() const; };
CUDAStream getCurrentCUDAStream(int device = -1);
CUDAStream getStreamFromPool(bool high = false, int device = -1);
int current_device();
struct CUDAGuard { template <class D> explicit CUDAGuard(const D &device); void set_index(int index); };
struct OptionalCUDAGuard { OptionalCUDAGuard(); template <class D> explicit OptionalCUDAGuard(const D &device); };
struct CUDAStreamGuard { explicit CUDAStreamGuard(CUDAStream stream); };
} // namespace cuda
} // namespace c10
namespace at {
using namespace c10;
static constexpr ScalarType kByte = ScalarType::Byte, kChar = ScalarType::Char, kShort = ScalarType::Short,
                            kInt = ScalarType::Int, kLong = ScalarType::Long, kHalf = ScalarType::Half,
                            kFloat = ScalarType::Float, kDouble = ScalarType::Double, kBool = ScalarType::Bool,
                            kBFloat16 = ScalarType::BFloat16, kInt32 = ScalarType::Int, kInt64 = ScalarType::Long,
                            kFloat16 = ScalarType::Half, kFloat32 = ScalarType::Float, kUInt8 = ScalarType::Byte;
static constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
/* Accessors: a pointer, sizes and strides, indexed dimension by dimension. Tensors are taken to be contiguous, so that
   places that differ in an index differ, and indices to stay within their sizes, as PyTorch asks: both show as an assumption. */
template <size_t N, class I> I kv_step(const I *sizes) {
    if constexpr (N <= 1) return 1;
    else return sizes[1] * kv_step<N - 1, I>(sizes + 1);
}
template <class T> struct DefaultPtrTraits { typedef T *PtrType; };
template <class T> struct RestrictPtrTraits { typedef T *__restrict__ PtrType; };
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> struct TensorAccessor {
    T *data_;
    const I *sizes_, *strides_;
    TensorAccessor(T *p, const I *sizes, const I *strides) : data_(p), sizes_(sizes), strides_(strides) {}
    TensorAccessor<T, N - 1, P, I> operator[](I i) const {
        __kv_assume(i >= 0 && i < sizes_[0]);
        return TensorAccessor<T, N - 1, P, I>(data_ + kv_step<N, I>(sizes_) * i, sizes_ + 1, strides_ + 1);
    }
    I size(I i) const { return sizes_[i]; }
    I stride(I i) const { return strides_[i]; }
    T *data() const { return data_; }
};
template <class T, template <class> class P, class I> struct TensorAccessor<T, 1, P, I> {
    T *data_;
    const I *sizes_, *strides_;
    TensorAccessor(T *p, const I *sizes, const I *strides) : data_(p), sizes_(sizes), strides_(strides) {}
    T &operator[](I i) const {
        __kv_assume(i >= 0 && i < sizes_[0]);
        return data_[i];
    }
    I size(I i) const { return sizes_[i]; }
    I stride(I i) const { return strides_[i]; }
    T *data() const { return data_; }
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> struct GenericPackedTensorAccessor {
    T *data_;
    I sizes_[N], strides_[N];
    TensorAccessor<T, N - 1, P, I> operator[](I i) const {
        __kv_assume(i >= 0 && i < sizes_[0]);
        return TensorAccessor<T, N - 1, P, I>(data_ + kv_step<N, I>(sizes_) * i, sizes_ + 1, strides_ + 1);
    }
    I size(I i) const { return sizes_[i]; }
    I stride(I i) const { return strides_[i]; }
    T *data() const { return data_; }
};
template <class T, template <class> class P, class I> struct GenericPackedTensorAccessor<T, 1, P, I> {
    T *data_;
    I sizes_[1], strides_[1];
    T &operator[](I i) const {
        __kv_assume(i >= 0 && i < sizes_[0]);
        return data_[i];
    }
    I size(I i) const { return sizes_[i]; }
    I stride(I i) const { return strides_[i]; }
    T *data() const { return data_; }
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, P, int>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, P, long>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, P, I>;
struct Scalar { template <class T> Scalar(T x); template <class T> T to() const; };
struct Tensor {
    Tensor();
    template <class T> T *data_ptr() const;
    template <class T> T *data() const;
    template <class T> T *mutable_data_ptr() const;
    template <class T> const T *const_data_ptr() const;
    void *data_ptr() const;
    template <class T> T item() const;
    long size(long i) const;
    long stride(long i) const;
    IntArrayRef sizes() const;
    IntArrayRef strides() const;
    long dim() const;
    long ndimension() const;
    long numel() const;
    size_t element_size() const;
    bool defined() const;
    bool is_cuda() const;
    bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
    int get_device() const;
    Device device() const;
    ScalarType scalar_type() const;
    ScalarType dtype() const;
    ScalarType type() const;
    TensorOptions options() const;
    Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
    Tensor clone() const;
    Tensor detach() const;
    Tensor cuda() const;
    Tensor cpu() const;
    template <class... A> Tensor to(A... xs) const;
    template <class... A> Tensor view(A... xs) const;
    Tensor view(std::initializer_list<long> sizes) const;
    template <class... A> Tensor reshape(A... xs) const;
    Tensor reshape(std::initializer_list<long> sizes) const;
    template <class... A> Tensor sum(A... xs) const;
    Tensor transpose(long a, long b) const;
    Tensor unsqueeze(long i) const;
    Tensor squeeze(long i = 0) const;
    Tensor flatten(long a = 0, long b = -1) const;
    Tensor t() const;
    Tensor zero_() const;
    Tensor fill_(Scalar x) const;
    Tensor copy_(const Tensor &o) const;
    Tensor operator[](long i) const;
    Tensor slice(long dim, long from, long to) const;
    Tensor narrow(long dim, long from, long count) const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> GenericPackedTensorAccessor<T, N, P, I> generic_packed_accessor() const;
};
typedef ArrayRef<Tensor> TensorList;
typedef const char *CheckedFrom;
struct TensorArg { TensorArg(const Tensor &x, const char *name, int n); };
template <class... A> Tensor empty(IntArrayRef sizes, A... xs);
template <class... A> Tensor zeros(IntArrayRef sizes, A... xs);
template <class... A> Tensor ones(IntArrayRef sizes, A... xs);
template <class... A> Tensor full(IntArrayRef sizes, Scalar x, A... xs);
template <class... A> Tensor empty_like(const Tensor &x, A... xs);
template <class... A> Tensor zeros_like(const Tensor &x, A... xs);
template <class... A> Tensor ones_like(const Tensor &x, A... xs);
template <class... A> Tensor arange(A... xs);
template <class... A> Tensor from_blob(void *p, IntArrayRef sizes, A... xs);
template <class... A> Tensor cat(A... xs);
TensorOptions dtype(ScalarType type);
TensorOptions device(Device device);
/* What sums are made in. */
template <class T, bool OnDevice> struct AccumulateType { typedef T type; };
template <bool D> struct AccumulateType<Half, D> { typedef float type; };
template <bool D> struct AccumulateType<BFloat16, D> { typedef float type; };
template <bool D> struct AccumulateType<unsigned char, D> { typedef long type; };
template <bool D> struct AccumulateType<signed char, D> { typedef long type; };
template <bool D> struct AccumulateType<short, D> { typedef long type; };
template <bool D> struct AccumulateType<int, D> { typedef long type; };
template <class T, bool OnDevice> using acc_type = typename AccumulateType<T, OnDevice>::type;
template <class T> struct OpMathType { typedef T type; };
template <> struct OpMathType<Half> { typedef float type; };
template <> struct OpMathType<BFloat16> { typedef float type; };
template <class T> using opmath_type = typename OpMathType<T>::type;
template <class T> struct numeric_limits : std::numeric_limits<T> {
    static T lower_bound() { return std::numeric_limits<T>::lowest(); }
    static T upper_bound() { return std::numeric_limits<T>::max(); }
};
template <class T> T ceil_div(T a, T b) { return (a + b - 1) / b; }
struct PhiloxCudaState { unsigned long long seed, offset; };
struct Generator {};
namespace cuda {
using namespace c10::cuda;
struct Properties : cudaDeviceProp {};
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int device);
cublasHandle_t getCurrentCUDABlasHandle();
namespace philox {
inline std::tuple<unsigned long long, unsigned long long> unpack(PhiloxCudaState s) { return std::tuple<unsigned long long, unsigned long long>(s.seed, s.offset); }
} // namespace philox
template <class T> T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
} // namespace cuda
} // namespace at
namespace torch {
using namespace at;
struct Library { template <class... A> Library &def(A... xs); template <class... A> Library &impl(A... xs); };
} // namespace torch
template <class T> T gpuAtomicAdd(T *p, T x) { return atomicAdd(p, x); }
template <class T> void gpuAtomicAddNoReturn(T *p, T x) { atomicAdd(p, x); }
template <class T> T WARP_SHFL(T x, int lane, int width = 32, unsigned mask = 0xffffffffu) { return __shfl_sync(mask, x, lane, width); }
template <class T> T WARP_SHFL_XOR(T x, int lanes, int width = 32, unsigned mask = 0xffffffffu) { return __shfl_xor_sync(mask, x, lanes, width); }
template <class T> T WARP_SHFL_DOWN(T x, unsigned by, int width = 32, unsigned mask = 0xffffffffu) { return __shfl_down_sync(mask, x, by, width); }
template <class T> T WARP_SHFL_UP(T x, unsigned by, int width = 32, unsigned mask = 0xffffffffu) { return __shfl_up_sync(mask, x, by, width); }
namespace pybind11 { struct module_ { template <class... A> module_ &def(A... xs); }; }
#pragma clang force_cuda_host_device end
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_WARP_SIZE 32
#define C10_RESTRICT __restrict__
#define C10_UNUSED __attribute__((unused))
#define C10_LAUNCH_BOUNDS_1(N) __launch_bounds__(N)
#define C10_LAUNCH_BOUNDS_2(N, M) __launch_bounds__(N, M)
#define CUDA_KERNEL_LOOP_TYPE(i, n, T)                                                                                 \
    long kv_index = (long)blockIdx.x * blockDim.x + threadIdx.x;                                                       \
    for (T i = kv_index; kv_index < (n); kv_index += (long)blockDim.x * gridDim.x, i = kv_index)
#define CUDA_KERNEL_LOOP(i, n) CUDA_KERNEL_LOOP_TYPE(i, n, int)
#define CUDA_KERNEL_ASSERT(...) assert(__VA_ARGS__)
#define TORCH_CHECK(...) ((void)0)
#define TORCH_CHECK_EQ(...) ((void)0)
#define TORCH_INTERNAL_ASSERT(...) ((void)0)
#define TORCH_WARN(...) ((void)0)
#define AT_ASSERT(...) ((void)0)
#define AT_ASSERTM(...) ((void)0)
#define AT_CHECK(...) ((void)0)
#define AT_ERROR(...) ((void)0)
#define AT_CUDA_CHECK(X) ((void)(X))
#define C10_CUDA_CHECK(X) ((void)(X))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define THCudaCheck(X) ((void)(X))
#define PYBIND11_MODULE(NAME, M) [[maybe_unused]] static void kv_module_##NAME(pybind11::module_ &M)
#define TORCH_EXTENSION_NAME kverify
#define TORCH_LIBRARY(NAME, M) [[maybe_unused]] static void kv_library_##NAME(torch::Library &M)
#define TORCH_LIBRARY_IMPL(NAME, KEY, M) [[maybe_unused]] static void kv_library_##NAME##_##KEY(torch::Library &M)
#define TORCH_LIBRARY_FRAGMENT(NAME, M) [[maybe_unused]] static void kv_fragment_##NAME(torch::Library &M)
#define KV_DISPATCH(T, ...) [&] { typedef T scalar_t; return (__VA_ARGS__)(); }()
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(T1, TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(T1, T2, TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...) KV_DISPATCH(at::Half, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) KV_DISPATCH(int, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(T1, TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(T1, T2, TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(T1, T2, T3, TYPE, NAME, ...) KV_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...) [&] { typedef int index_t; return (__VA_ARGS__)(); }()
