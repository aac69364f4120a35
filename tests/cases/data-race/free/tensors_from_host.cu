// What host code computes from the sizes of tensors.
#include <torch/extension.h>

// Channels are dealt to groups; sizes are never negative.
// Of the number of groups nothing is known.
// expect: conditional
template <class T> __global__ void shuffle(const T *in, T *out, int channels, int size, int groups, int per_group) {
    int c = threadIdx.x, x = blockIdx.x;
    int group = c / per_group, member = c % per_group;
    if (c < channels && group < groups)
        out[((long)blockIdx.y * channels + member * groups + group) * size + x] = in[((long)blockIdx.y * channels + c) * size + x];
}
torch::Tensor shuffled(torch::Tensor x, int groups) {
    auto channels = x.size(1);
    auto size = x.size(2);
    auto per_group = channels / groups;
    auto out = torch::empty_like(x);
    const dim3 blocks(size, x.size(0));
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "shuffle", ([&] {
        shuffle<scalar_t><<<blocks, channels>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), channels, size, groups, per_group);
    }));
    return out;
}

// A block for each group: the number of groups is handed to a list on the way, and a line of the host's is unknown.
// expect: proved
template <class T> __global__ void moments(const T *in, T *mean, int n, int groups) {
    if (threadIdx.x == 0)
        mean[blockIdx.x * groups + blockIdx.y] = in[blockIdx.x] + blockIdx.y * 0.5f;
}
torch::Tensor means(const torch::Tensor &x, int groups) {
    const auto n = x.size(0);
    auto mean = torch::empty({n, groups}, x.options()).relu_() * 2.0f;
    const dim3 blocks(n, groups);
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "moments", ([&] {
        moments<scalar_t><<<blocks, 256>>>(x.data_ptr<scalar_t>(), mean.data_ptr<scalar_t>(), n, groups);
    }));
    return torch::cumsum(mean, 1);
}

// Written for rows that are no shorter than 0.
// expect: proved
__global__ void rows(float *out, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = threadIdx.y; y < height && x < width; y += blockDim.y)
        out[y * width + x] = x + y * 0.5f;
}
void launch_rows(torch::Tensor x) {
    int height = x.size(0), width = x.numel() / x.size(0);
    rows<<<(width + 31) / 32, dim3(32, 8)>>>(x.data_ptr<float>(), height, width);
}
