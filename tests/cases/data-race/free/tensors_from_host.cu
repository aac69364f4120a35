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

// Checks hold where they are passed.
// expect: proved
__global__ void fours(float *out, int channels) {
    int c = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (c < channels)
        for (int k = 0; k < 4; ++k)
            out[blockIdx.y * channels + c + k] = c + k + blockIdx.y * 0.5f;
}
void launch_fours(torch::Tensor x) {
    TORCH_CHECK(x.is_cuda() && x.dim() == 2, "a matrix");
    int channels = x.size(1);
    TORCH_CHECK(channels % 4 == 0, "channels come in fours, not ", channels);
    fours<<<dim3((channels / 4 + 63) / 64, x.size(0)), 64>>>(x.data_ptr<float>(), channels);
}

// What is handed over as 32 bits and has 64 before fits.
// expect: proved
__global__ void appended(float *cache, const float *from, int at, int most, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width)
        cache[(blockIdx.y * most + at) * width + i] = from[blockIdx.y * width + i];
}
void append(torch::Tensor cache, torch::Tensor from, int64_t at) {
    int64_t most = cache.size(1), width = cache.size(2);
    TORCH_CHECK(at >= 0 && at < most);
    appended<<<dim3((width + 127) / 128, cache.size(0)), 128>>>(cache.data_ptr<float>(), from.data_ptr<float>(), at, most, width);
}

// Groups by the square of a factor.
// expect: proved
__global__ void by_square(const float *in, float *out, int channels, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, of = channels / (r * r);
    if (i < of * r * r)
        out[(i % of) * r * r + i / of] = in[i];
}
void launch_by_square(torch::Tensor x, torch::Tensor out, int64_t r) {
    int64_t channels = x.size(1);
    TORCH_CHECK(r >= 1 && channels % (r * r) == 0);
    by_square<<<(channels + 127) / 128, 128>>>(x.data_ptr<float>(), out.data_ptr<float>(), channels, r);
}

// Checks of what is no size say nothing, and change nothing.
// expect: proved
__global__ void copied(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
void launch_copied(torch::Tensor x, torch::Tensor y) {
    TORCH_CHECK(x.sizes() == y.sizes() && x.strides() == y.strides(), "of one shape");
    TORCH_CHECK(x.device() == y.device() && x.layout() == torch::kStrided, "of one kind");
    TORCH_CHECK(x.scalar_type() == at::ScalarType::Float && x.type() == y.type());
    TORCH_CHECK(x.is_contiguous() && !x.is_sparse() && x.defined());
    int n = x.numel();
    copied<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
}

// One quotient is an argument, and a size of the launch.
// expect: proved
__global__ void in_groups(float *out, int per_group, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        out[(blockIdx.z * per_group + blockIdx.y) * width + x] = x + blockIdx.y * 0.5f + blockIdx.z;
}
void launch_in_groups(torch::Tensor x, int groups) {
    int channels = x.size(1), width = x.size(2);
    dim3 grid((width + 63) / 64, channels / groups, groups);
    in_groups<<<grid, 64>>>(x.data_ptr<float>(), channels / groups, width);
}
