// The host's grid is a product of what it hands over: what races in one of these launches is confirmed.
#include <torch/extension.h>

// expect: violated
__global__ void sums(const float *in, float *out, int rows, int columns)
{
    __shared__ float all[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    all[threadIdx.x] = i < rows * columns ? in[i] : 0.0f; // @put
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < 256; k++)
            sum += all[k]; //~ data-race block shared read-write with @put
        out[blockIdx.x] = sum;
    }
}

void sums_of(torch::Tensor x, torch::Tensor y)
{
    const int rows = x.size(0), columns = x.size(1);
    const int blocks = (rows * columns + 256 - 1) / 256;
    sums<<<blocks, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), rows, columns);
}

// What a tensor is asked for twice is one number.
// expect: violated
__global__ void shifted(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i + 1] = in[i] + out[i]; //~ data-race block global read-write
                                     //~ data-race grid global read-write
}

void shift(torch::Tensor x, torch::Tensor y)
{
    shifted<<<(x.numel() + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}

// The grid by a function of the host's that names its own constant.
// expect: violated
__global__ void pairs(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / 2] = i; //~ data-race block global write-write
}

static long blocks_for(long n)
{
    const long threads = 256;
    return (n + threads - 1) / threads;
}

void in_pairs(torch::Tensor x)
{
    auto n = x.numel();
    const int blocks = blocks_for(n);
    pairs<<<blocks, 256>>>(x.data_ptr<float>(), n);
}
