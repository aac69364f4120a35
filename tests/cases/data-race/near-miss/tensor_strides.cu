// A tensor that is turned after it was made: its rows lie as far apart as its places did.
#include <torch/extension.h>

// expect: violated
// today: suspect, because tensors that are turned are not followed
__global__ void fill(float *c, int m, int n, int pitch)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && column < n)
        c[row * pitch + column] = row; //~ data-race block global write-write
                                       //~ data-race grid global write-write
}

void turned(torch::Tensor a)
{
    const int m = a.size(0), n = a.size(1);
    auto c = torch::empty({m, n}, a.options());
    c.t_();
    dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
    fill<<<blocks, threads>>>(c.data_ptr<float>(), m, n, c.stride(0));
}
