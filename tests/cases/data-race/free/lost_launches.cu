// Host code that no compiler takes, and that says which instantiations it launches.
#include <torch/extension.h>

// expect: proved
template <typename scalar_t> __global__ void scale(scalar_t *x, scalar_t by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= by;
}

void scale_all(torch::Tensor x)
{
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "scale", ([&] {
        scale<scalar_t><<<(x.numel() + 255) / 256, 256, 0, torch::no_such_stream()>>>(x.data_ptr<scalar_t>(), 2, x.numel());
    }));
}

template <typename T, int N> __global__ void rows(T *x)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        x[blockIdx.x * N + i] *= 2;
}

void double_rows(torch::Tensor x)
{
    rows<float, 64><<<x.size(0), 32>>>(x.data_ptr<scalar_type_of_nothing>());
}
