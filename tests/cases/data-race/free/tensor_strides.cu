// Rows of a tensor that was just made lie as far apart as they are long.
#include <torch/extension.h>

// expect: proved
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k, int pitch)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * pitch + column] = sum;
}

torch::Tensor multiply(torch::Tensor a, torch::Tensor b)
{
    const int m = a.size(0), n = b.size(1);
    auto c = torch::empty({m, n}, a.options());
    dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
    product<<<blocks, threads>>>(a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), m, n, a.size(1), c.stride(0));
    return c;
}
