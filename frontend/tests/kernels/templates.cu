// Used, explicit, defaulted and chosen instantiations.
template <typename T> __device__ T twice(T x) { return x + x; }
template <typename T, int N = 4> struct Buffer {
    T items[N];
    __device__ T &operator[](int i) { return items[i]; }
    __device__ static constexpr int size() { return N; }
};
template <typename T, int BLOCK_SIZE> __global__ void chosen(T *out) { out[threadIdx.x] = twice(out[BLOCK_SIZE]); }
template <typename T> __global__ void used(T *out, int n)
{
    Buffer<T> buffer;
    for (int i = 0; i < buffer.size(); ++i) buffer[i] = n;
    out[threadIdx.x] = buffer[n];
}
template <int N> __global__ void explicit_one(int *out)
{
    if constexpr (N > 8) out[N] = 1; else out[0] = N;
}
template __global__ void explicit_one<16>(int *);
namespace deep { template <bool FLAG> __global__ void inner(int *out) { if (FLAG) out[threadIdx.x] = 1; else out[0] = 2; } }
int main()
{
    used<short><<<1, 32>>>(nullptr, 3);
    used<double><<<2, 64>>>(nullptr, 5);
}
