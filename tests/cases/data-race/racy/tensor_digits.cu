// Places of tensors by digits of one number, one of which is wrong.
#include <torch/extension.h>

// expect: violated
__global__ void fill3(torch::PackedTensorAccessor<float, 3> out)
{
    const int planes = out.size(0), rows = out.size(1), columns = out.size(2);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * rows * columns)
        return;
    const int x = i % columns, y = i / columns % rows, z = i / (rows * columns) / 2;
    out[z][y][x] = i; //~ data-race block global write-write
                       //~ data-race grid global write-write
}
