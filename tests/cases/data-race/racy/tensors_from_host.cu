// What host code computes from the sizes of tensors, and what does not follow from it.
#include <torch/extension.h>

// Groups that do not go up are rounded up: the last group has members that are the next row's.
// expect: suspect
template <class T> __global__ void rounded_up(const T *in, T *out, int channels, int groups, int per_group) {
    int group = threadIdx.x / per_group, member = threadIdx.x % per_group;
    if (group < groups)
        out[blockIdx.x * channels + group * per_group + member] = in[threadIdx.x] + blockIdx.x; //~ data-race grid
}
void launch_rounded_up(torch::Tensor x, torch::Tensor out, int groups) {
    auto channels = x.size(1);
    auto per_group = (channels + groups - 1) / groups;
    rounded_up<float><<<x.size(0), per_group * groups>>>(x.data_ptr<float>(), out.data_ptr<float>(), channels, groups, per_group);
}

void change(int &n);

// Lists keep what they hold; a function of the user's may change what it is handed.
// expect: suspect
__global__ void changed(float *mean, int groups) {
    if (threadIdx.x == 0)
        mean[blockIdx.x * groups + blockIdx.y] = blockIdx.x * 2.0f + blockIdx.y; //~ data-race grid
}
void launch_changed(torch::Tensor x, torch::Tensor mean, int groups) {
    const dim3 blocks(x.size(0), groups);
    change(groups);
    changed<<<blocks, 256>>>(mean.data_ptr<float>(), groups);
}

// A stride is no size.
// expect: suspect
__global__ void strided(float *out, int step) {
    out[(blockIdx.x * 32 + threadIdx.x) * step / 2] = threadIdx.x; //~ data-race x2
}
void launch_strided(torch::Tensor x) { strided<<<x.size(0), 32>>>(x.data_ptr<float>(), x.stride(0)); }

// A check that only asks two sizes to be one leaves each to be anything.
// expect: violated
__global__ void checked_alike(float *out, int channels) {
    out[threadIdx.x * channels / 2] = threadIdx.x; //~ data-race block
}
void launch_checked_alike(torch::Tensor x, torch::Tensor w) {
    TORCH_CHECK(x.dim() == 2 && x.size(1) == w.size(0), "x and w do not fit");
    checked_alike<<<1, 64>>>(x.data_ptr<float>(), x.size(1));
}

// The check is of another size.
// expect: suspect
__global__ void checked_elsewhere(float *out, int channels) {
    int c = 2 * threadIdx.x;
    out[blockIdx.x * channels + c] = c + blockIdx.x; // @even
    out[blockIdx.x * channels + c + 1] = c + blockIdx.x * 2; //~ data-race grid with @even
}
void launch_checked_elsewhere(torch::Tensor x) {
    TORCH_CHECK(x.size(0) % 2 == 0);
    int channels = x.size(1);
    checked_elsewhere<<<x.size(0), (channels + 1) / 2>>>(x.data_ptr<float>(), channels);
}

// Between the two quotients one of their numbers changes.
// expect: suspect
__global__ void in_other_groups(float *out, int per_group, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < width)
        out[(blockIdx.z * per_group + blockIdx.y) * width + x] = x + blockIdx.y * 0.5f + blockIdx.z; //~ data-race grid
}
void launch_in_other_groups(torch::Tensor x, int groups) {
    int channels = x.size(1), width = x.size(2);
    dim3 grid((width + 63) / 64, channels / groups, groups);
    groups *= 2;
    in_other_groups<<<grid, 64>>>(x.data_ptr<float>(), channels / groups, width);
}
