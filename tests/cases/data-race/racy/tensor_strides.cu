// Rows by the stride of another tensor, or along another dimension.
#include <torch/extension.h>

// expect: violated
__global__ void fill(float *c, int m, int n, int pitch)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && column < n)
        c[row * pitch + column] = row; //~ data-race block global write-write
                                       //~ data-race grid global write-write
}

void along_columns(torch::Tensor a)
{
    const int m = a.size(0), n = a.size(1);
    auto c = torch::empty({m, n}, a.options());
    dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
    fill<<<blocks, threads>>>(c.data_ptr<float>(), m, n, c.stride(1));
}
