// Places of tensors by digits of one number that is not as long as the tensor, and a digit that is left out where it is 0.
#include <torch/extension.h>

// expect: proved
__global__ void first_half(torch::PackedTensorAccessor<float, 3> out, float by)
{
    const int planes = out.size(0), rows = out.size(1), columns = out.size(2);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes / 2 * rows * columns)
        return;
    const int x = i % columns, y = i / columns % rows, z = i / (rows * columns);
    out[2 * z][y][x] = by;
}

// expect: proved
__global__ void first_plane(torch::PackedTensorAccessor<float, 3> out, float by)
{
    const int rows = out.size(1), columns = out.size(2);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns)
        return;
    out[0][i / columns][i % columns] = by;
}
