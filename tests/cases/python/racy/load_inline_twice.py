"""Two modules of one file; the second one's launcher calls a kernel that reads what its neighbour writes."""
import torch
from torch.utils.cpp_extension import load_inline

scale_source = r"""
// expect: proved
__global__ void scale(float *data, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= factor;
}

torch::Tensor scale_all(torch::Tensor data, double factor)
{
    int n = data.numel();
    scale<<<(n + 255) / 256, 256>>>(data.data_ptr<float>(), factor, n);
    return data;
}
"""

smooth_source = r"""
// expect: violated
__global__ void smooth(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        data[i] = 0.5f * (data[i] + // @put
                          data[i - 1]); //~ data-race block global read-write with @put
    //~ data-race grid global read-write with @put
}

torch::Tensor smooth_all(torch::Tensor data)
{
    TORCH_CHECK(data.is_cuda(), "on the device");
    int n = data.numel();
    smooth<<<(n + 255) / 256, 256>>>(data.data_ptr<float>(), n);
    return data;
}
"""

scaling = load_inline(
    name="scaling",
    cpp_sources="torch::Tensor scale_all(torch::Tensor data, double factor);",
    cuda_sources=scale_source,
    functions=["scale_all"],
    verbose=False,
)
smoothing = load_inline("smoothing", ["torch::Tensor smooth_all(torch::Tensor data);"], [smooth_source], ["smooth_all"])
