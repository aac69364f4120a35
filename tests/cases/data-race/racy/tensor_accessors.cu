// Tensors of PyTorch's, by their accessors.
// kverify-test: block=64 grid=2
#include <ATen/ATen.h>

// expect: violated
template <typename scalar_t>
__global__ void pairs(at::PackedTensorAccessor32<scalar_t, 2, at::RestrictPtrTraits> a, scalar_t by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 * a.size(0))
        a[i / 2][0] = by * i; //~ data-race block global write-write
}

void run(at::Tensor a)
{
    AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "pairs", [&] {
        pairs<scalar_t><<<2, 64>>>(a.packed_accessor32<scalar_t, 2, at::RestrictPtrTraits>(), scalar_t(2));
    });
}
