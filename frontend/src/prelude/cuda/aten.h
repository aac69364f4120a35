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
enum class Layout : signed char { Strided, Sparse, SparseCsr, Mkldnn };
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
    bool equals(ArrayRef o) const;
    bool empty() const;
    const T &front() const;
    const T &back() const;
    ArrayRef slice(size_t from, size_t count) const;
};
template <class T> bool operator==(ArrayRef<T> a, ArrayRef<T> b);
template <class T> bool operator!=(ArrayRef<T> a, ArrayRef<T> b);
typedef ArrayRef<long> IntArrayRef;
struct TensorOptions {
    TensorOptions();
    TensorOptions(ScalarType type);
    TensorOptions(Device device);
    ScalarType dtype() const;
    Device device() const;
    TensorOptions dtype(ScalarType type) const;
    TensorOptions device(DeviceType type, int index = -1) const;
    TensorOptions device(Device device) const;
    TensorOptions requires_grad(bool on) const;
    template <class L> TensorOptions layout(L layout) const;
};
namespace cuda {
struct CUDAStream { operator cudaStream_t() const; cudaStream_t stream() const; void synchronize() const; };
CUDAStream getCurrentCUDAStream(int device = -1);
CUDAStream getStreamFromPool(bool high = false, int device = -1);
int current_device();
bool is_available();
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
                            kFloat16 = ScalarType::Half, kFloat32 = ScalarType::Float, kUInt8 = ScalarType::Byte, kInt8 = ScalarType::Char,
                            kInt16 = ScalarType::Short, kFloat64 = ScalarType::Double;
static constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
static constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
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
/* What an operation on tensors is given besides: nothing that kernels are made of. */
struct Anything {
    Anything();
    template <class T> Anything(const T &x);
    template <class T> Anything(std::initializer_list<T> xs);
    Anything(std::initializer_list<long> xs);
};
#define KV_ANYTHING                                                                                                    \
    Anything b = Anything(), Anything c = Anything(), Anything d = Anything(), Anything e = Anything(),                \
    Anything f = Anything(), Anything g = Anything(), Anything h = Anything()
/* Operations that are functions as well as members. */
#define KV_TENSOR_OPERATIONS(X)                                                                                        \
    X(abs) X(neg) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sqrt) X(rsqrt) X(square) X(reciprocal)    \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(sigmoid) X(relu) X(gelu) X(silu) X(mish)    \
    X(selu) X(elu) X(softplus) X(hardtanh) X(hardswish) X(hardsigmoid) X(leaky_relu) X(threshold) X(erf) X(erfc)       \
    X(floor) X(ceil) X(round) X(trunc) X(frac) X(sign) X(clamp) X(clamp_min) X(clamp_max) X(add) X(sub) X(subtract)    \
    X(mul) X(multiply) X(div) X(divide) X(true_divide) X(floor_divide) X(remainder) X(fmod) X(pow) X(maximum)          \
    X(minimum) X(atan2) X(where) X(masked_fill) X(masked_select) X(lerp) X(addmm) X(addmv) X(addbmm) X(addcmul)        \
    X(addcdiv) X(baddbmm) X(mm) X(mv) X(bmm) X(matmul) X(dot) X(outer) X(linear) X(prod) X(argmax) X(argmin)           \
    X(argsort) X(cumsum) X(cumprod) X(logsumexp) X(log_softmax) X(count_nonzero) X(nonzero) X(median) X(eq) X(ne)      \
    X(lt) X(le) X(gt) X(ge) X(logical_and) X(logical_or) X(logical_not) X(logical_xor) X(bitwise_and) X(bitwise_or)    \
    X(isnan) X(isinf) X(isfinite) X(allclose) X(index_select) X(index_fill) X(index_add) X(index_copy) X(gather)       \
    X(scatter) X(scatter_add) X(take_along_dim) X(tril) X(triu) X(diag) X(diagonal) X(swapaxes) X(chunk) X(split)      \
    X(broadcast_to) X(tile) X(narrow_copy) X(unfold) X(select) X(unbind) X(squeeze_copy) X(view_as) X(reshape_as)      \
    X(group_norm) X(batch_norm) X(instance_norm) X(dropout) X(cosine_similarity) X(cross_entropy_loss) X(nll_loss)     \
    X(mse_loss) X(l1_loss) X(smooth_l1_loss) X(kl_div) X(embedding) X(one_hot) X(normalize) X(rand_like)               \
    X(randn_like) X(full_like) X(empty_strided) X(inverse) X(cholesky) X(cross) X(cdist) X(bincount)
/* Those that are given lists in braces, which templates do not take. */
#define KV_TENSOR_SHAPES(X)                                                                                            \
    X(mean) X(norm) X(std) X(var) X(flip) X(roll) X(repeat_interleave) X(permute) X(expand_as) X(layer_norm)           \
    X(softmax) X(einsum) X(conv1d) X(conv2d) X(conv3d) X(convolution) X(conv_transpose1d) X(conv_transpose2d)          \
    X(conv_transpose3d) X(max_pool1d) X(max_pool2d) X(max_pool3d) X(avg_pool1d) X(avg_pool2d) X(avg_pool3d)            \
    X(adaptive_avg_pool2d) X(adaptive_max_pool2d) X(upsample_nearest2d) X(upsample_bilinear2d) X(pad)                  \
    X(constant_pad_nd) X(amax) X(amin) X(all) X(any) X(movedim)
/* Operations that are members only. */
#define KV_TENSOR_MEMBERS(X)                                                                                           \
    X(add_) X(sub_) X(mul_) X(div_) X(exp_) X(log_) X(sqrt_) X(abs_) X(neg_) X(pow_) X(relu_) X(sigmoid_) X(tanh_)     \
    X(clamp_) X(clamp_min_) X(clamp_max_) X(masked_fill_) X(index_add_) X(index_copy_) X(index_fill_) X(scatter_)      \
    X(scatter_add_) X(addmm_) X(addcmul_) X(addcdiv_) X(bmm_) X(copy) X(normal_) X(uniform_) X(random_) X(zero)        \
    X(fill) X(set_) X(resize_) X(resize_as_) X(squeeze_) X(unsqueeze_) X(transpose_) X(t_) X(requires_grad_)           \
    X(detach_) X(unflatten) X(type_as) X(pin_memory) X(to_sparse) X(to_dense) X(mT) X(grad)        \
    X(half) X(bfloat16) X(new_full) X(storage)
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
#define KV_MEMBER(NAME) template <class... A> Tensor NAME(const A &...xs) const;
    KV_TENSOR_OPERATIONS(KV_MEMBER)
    KV_TENSOR_MEMBERS(KV_MEMBER)
#undef KV_MEMBER
#define KV_MEMBER(NAME) Tensor NAME(KV_ANYTHING) const;
    KV_TENSOR_SHAPES(KV_MEMBER)
    KV_MEMBER(repeat) KV_MEMBER(expand) KV_MEMBER(new_empty) KV_MEMBER(new_zeros) KV_MEMBER(new_ones)
#undef KV_MEMBER
    Tensor max() const;
    Tensor min() const;
    std::tuple<Tensor, Tensor> max(long dim, bool keep = false) const;
    std::tuple<Tensor, Tensor> min(long dim, bool keep = false) const;
    std::tuple<Tensor, Tensor> sort(KV_ANYTHING) const;
    std::tuple<Tensor, Tensor> topk(KV_ANYTHING) const;
    long nbytes() const;
    long storage_offset() const;
    bool is_cpu() const;
    bool is_floating_point() const;
    bool is_complex() const;
    bool is_same_size(const Tensor &o) const;
    bool is_nested() const;
    bool has_storage() const;
    Layout layout() const;
    size_t itemsize() const;
    int key_set() const;
    bool is_same(const Tensor &o) const;
    bool requires_grad() const;
    bool is_sparse() const;
#define KV_ASSIGN(OP) template <class T> Tensor &operator OP(const T &x);
    KV_ASSIGN(+=) KV_ASSIGN(-=) KV_ASSIGN(*=) KV_ASSIGN(/=)
#undef KV_ASSIGN
    Tensor operator-() const;
    Tensor slice(KV_ANYTHING) const;
    Tensor narrow(long dim, long from, long count) const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const;
    template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = long> GenericPackedTensorAccessor<T, N, P, I> generic_packed_accessor() const;
};
typedef ArrayRef<Tensor> TensorList;
typedef const char *CheckedFrom;
struct TensorArg { TensorArg(const Tensor &x, const char *name, int n); };
void checkAllSameGPU(CheckedFrom who, ArrayRef<TensorArg> tensors);
void checkAllSameType(CheckedFrom who, ArrayRef<TensorArg> tensors);
void checkAllSameNumel(CheckedFrom who, ArrayRef<TensorArg> tensors);
void checkAllSameSize(CheckedFrom who, ArrayRef<TensorArg> tensors);
void checkAllContiguous(CheckedFrom who, ArrayRef<TensorArg> tensors);
void checkAllDefined(CheckedFrom who, ArrayRef<TensorArg> tensors);
void checkSameGPU(CheckedFrom who, const TensorArg &a, const TensorArg &b);
void checkSameType(CheckedFrom who, const TensorArg &a, const TensorArg &b);
void checkSameSize(CheckedFrom who, const TensorArg &a, const TensorArg &b);
void checkContiguous(CheckedFrom who, const TensorArg &a);
Tensor max(const Tensor &a);
Tensor min(const Tensor &a);
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
#define KV_FUNCTION(NAME) template <class... A> Tensor NAME(const Tensor &a, const A &...xs);
KV_TENSOR_OPERATIONS(KV_FUNCTION)
#undef KV_FUNCTION
#define KV_FUNCTION(NAME) Tensor NAME(const Tensor &a, KV_ANYTHING);
KV_TENSOR_SHAPES(KV_FUNCTION)
#undef KV_FUNCTION
#define KV_OPERATOR(OP)                                                                                                \
    Tensor operator OP(const Tensor &a, const Tensor &b);                                                              \
    Tensor operator OP(const Tensor &a, const Scalar &b);                                                              \
    Tensor operator OP(const Scalar &a, const Tensor &b);
KV_OPERATOR(+) KV_OPERATOR(-) KV_OPERATOR(*) KV_OPERATOR(/) KV_OPERATOR(<) KV_OPERATOR(<=) KV_OPERATOR(>) KV_OPERATOR(>=)
KV_OPERATOR(==) KV_OPERATOR(!=)
#undef KV_OPERATOR
template <class... A> Tensor rand(IntArrayRef sizes, A... xs);
template <class... A> Tensor randn(IntArrayRef sizes, A... xs);
template <class... A> Tensor stack(A... xs);
template <class... A> Tensor linspace(A... xs);
template <class... A> Tensor eye(A... xs);
template <class... A> Tensor scalar_tensor(A... xs);
template <class... A> Tensor tensor(A... xs);
bool is_grad_enabled();
optional<Device> device_of(const Tensor &x);
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
using c10::ScalarType;
struct NoGradGuard { NoGradGuard(); };
namespace nn { namespace functional { using namespace at; } }
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
#define TORCH_API
#define TORCH_CUDA_CU_API
#define TORCH_CUDA_CPP_API
#define C10_API
#define C10_CUDA_API
/* What fails throws: nothing behind it runs. What is said then is not looked at. */
#define TORCH_CHECK(c, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_CHECK_EQ(a, b) __kv_assert((a) == (b))
#define TORCH_CHECK_NE(a, b) __kv_assert((a) != (b))
#define TORCH_CHECK_LT(a, b) __kv_assert((a) < (b))
#define TORCH_CHECK_LE(a, b) __kv_assert((a) <= (b))
#define TORCH_CHECK_GT(a, b) __kv_assert((a) > (b))
#define TORCH_CHECK_GE(a, b) __kv_assert((a) >= (b))
#define TORCH_CHECK_ARG(c, n, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_CHECK_INDEX(c, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_CHECK_TYPE(c, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_CHECK_VALUE(c, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_CHECK_NOT_IMPLEMENTED(c, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_INTERNAL_ASSERT(c, ...) __kv_assert(KV_TRUTH(c))
#define TORCH_WARN(...) ((void)0)
#define AT_ASSERT(c, ...) __kv_assert(KV_TRUTH(c))
#define AT_ASSERTM(c, ...) __kv_assert(KV_TRUTH(c))
#define AT_CHECK(c, ...) __kv_assert(KV_TRUTH(c))
#define AT_ERROR(...) ::abort()
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
