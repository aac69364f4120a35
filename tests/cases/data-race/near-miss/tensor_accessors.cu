// Tensors of PyTorch's, by their accessors: even threads alone, and sums by atomics.
// kverify-test: block=64 grid=2
#include <ATen/ATen.h>
#include <THC/THCAtomics.cuh>

// expect: proved
template <typename scalar_t>
__global__ void pairs(at::PackedTensorAccessor32<scalar_t, 2, at::RestrictPtrTraits> a, scalar_t by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0 && i < 2 * a.size(0))
        a[i / 2][0] = by * i;
}

// expect: proved
template <typename scalar_t>
__global__ void sums(at::PackedTensorAccessor32<scalar_t, 1> a, const scalar_t *x)
{
    gpuAtomicAdd(&a[threadIdx.x / 2], x[threadIdx.x]);
}

void run(at::Tensor a)
{
    pairs<float><<<2, 64>>>(a.packed_accessor32<float, 2, at::RestrictPtrTraits>(), 2.0f);
    sums<float><<<2, 64>>>(a.packed_accessor32<float, 1>(), a.data_ptr<float>());
}
