// Tensors of PyTorch's, by their accessors.
// kverify-test: block=64
#include <ATen/ATen.h>

// expect: proved
template <typename scalar_t>
__global__ void scale(at::PackedTensorAccessor32<scalar_t, 2, at::RestrictPtrTraits> a, scalar_t by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.size(0))
        for (int k = 0; k < a.size(1); k++)
            a[i][k] = a[i][k] * by;
}

void run(at::Tensor a)
{
    AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "scale", [&] {
        scale<scalar_t><<<(a.size(0) + 63) / 64, 64>>>(a.packed_accessor32<scalar_t, 2, at::RestrictPtrTraits>(), scalar_t(2));
    });
}

// expect: proved
__global__ void halves(at::Half *out, const float *in, int n)
{
    CUDA_KERNEL_LOOP(i, n)
    {
        out[i] = in[i] + out[i] * 2;
    }
}
