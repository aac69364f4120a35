// Places of tensors by digits of one number: sizes have 64 bits, and what is computed from them 32.
#include <torch/extension.h>

// expect: proved
__global__ void fill3(torch::PackedTensorAccessor<float, 3> out, float by)
{
    const int planes = out.size(0), rows = out.size(1), columns = out.size(2);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * rows * columns)
        return;
    const int x = i % columns, y = i / columns % rows, z = i / (rows * columns);
    out[z][y][x] = by;
}

// expect: proved
__global__ void fill4(torch::PackedTensorAccessor64<float, 4> out, float by)
{
    const int images = out.size(0), planes = out.size(1), rows = out.size(2), columns = out.size(3);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < images * planes * rows * columns; i += blockDim.x * gridDim.x) {
        const int x = i % columns, y = i / columns % rows, z = i / (rows * columns) % planes, w = i / (planes * rows * columns);
        out[w][z][y][x] = by;
    }
}
