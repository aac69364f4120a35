// Kernels that only explicit instantiations of host functions lead to, which macros write.
// expect: proved

namespace sums {
struct Params {
    int *out;
    int count;
};

// Only certain sizes compile: none that could be guessed.
template <int Size> struct Traits {
    static_assert(Size == 96 || Size == 160, "a size that is in use");
    static constexpr int size = Size;
};

template <class Of> __global__ void fill(Params params)
{
    int i = blockIdx.x * Of::size + threadIdx.x;
    if (i < params.count) params.out[i] = i;
}

template <int Size> void launch(Params &params) { fill<Traits<Size>><<<(params.count + Size - 1) / Size, Size>>>(params); }
} // namespace sums

#define INSTANTIATE(SIZE) template void sums::launch<SIZE>(sums::Params &);
INSTANTIATE(96)
INSTANTIATE(160)
