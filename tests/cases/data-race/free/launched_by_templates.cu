// Templates of kernels that only templates of host code launch, which nothing in the file instantiates: how they are launched is read.
#include <vector>

template <typename T> class Buffer {
public:
    const T *values() const;
    T *mutable_values();
    const T *gradients() const;
    int count() const;
};

// Blocks of 64 threads, as many as the tile has places.
// expect: proved
template <typename T> __global__ void swapped(T *x)
{
    __shared__ T tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[threadIdx.x ^ 1];
}

template <typename T> void swap_pairs(T *x) { swapped<T><<<1, 64>>>(x); }

// The number is the one that is launched.
namespace sized {
// expect: proved
template <typename T, int N> __global__ void turned(T *x)
{
    __shared__ T tile[N];
    tile[threadIdx.x] = x[blockIdx.x * N + threadIdx.x];
    __syncthreads();
    x[blockIdx.x * N + threadIdx.x] = tile[N - 1 - threadIdx.x];
}
} // namespace sized

template <typename T> struct Turner {
    void run(T *x, int blocks);
};

template <typename T> void Turner<T>::run(T *x, int blocks) { sized::turned<T, 96><<<blocks, 96>>>(x); }
template void Turner<float>::run(float *, int);

// Different buffers, as far as the names of their members say.
// expect: proved
template <typename T> __global__ void shifted(const T *from, T *to, const T *by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i + 1] + by[n - i];
}

template <typename T> struct Layer {
    virtual void forward(const std::vector<Buffer<T> *> &in, const std::vector<Buffer<T> *> &out) = 0;
    std::vector<Buffer<T> *> weights;
};

template <typename T> struct Shift : Layer<T> {
    Buffer<T> sums;
    void forward(const std::vector<Buffer<T> *> &in, const std::vector<Buffer<T> *> &out) override;
};

template <typename T>
void Shift<T>::forward(const std::vector<Buffer<T> *> &in, const std::vector<Buffer<T> *> &out)
{
    const int n = in[0]->count();
    const T *from = in[0]->values();
    shifted<T><<<(n + 127) / 128, 128>>>(from, out[0]->mutable_values() + 4, in[0]->gradients(), n);
    shifted<T><<<(n + 63) / 64, 64>>>(this->weights[0]->values(), sums.mutable_values(), in.size() > 1 ? in[1]->values() : from, n);
}

// Asking something of a kernel launches none.
// expect: proved
template <typename T> __global__ void single(T *x)
{
    x[0] = T(threadIdx.x);
}

template <typename T> void set_one(T *x)
{
    cudaFuncSetAttribute(single<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    void *all[] = {&x};
    cudaLaunchKernel((void *)single<T>, dim3(1), dim3(1), all, 0, 0);
}
