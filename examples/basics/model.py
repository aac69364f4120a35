"""A PyTorch operation whose kernel reads what its neighbours write."""
from torch.utils.cpp_extension import load_inline

SOURCE = r"""
#include <torch/extension.h>

__global__ void smooth(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        data[i] = 0.5f * (data[i] + data[i + 1]);
}

torch::Tensor smooth_all(torch::Tensor data)
{
    int n = data.numel();
    smooth<<<(n + 255) / 256, 256>>>(data.data_ptr<float>(), n);
    return data;
}
"""

smoothing = load_inline(
    name="smoothing",
    cpp_sources="torch::Tensor smooth_all(torch::Tensor data);",
    cuda_sources=SOURCE,
    functions=["smooth_all"],
)
