// Pointers of one origin, of which one is only read, or far enough apart.
#include <torch/extension.h>
#include <vector>

// expect: proved
__global__ void add(const float *a, const float *b, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

void both_read(torch::Tensor x) {
    auto y = torch::empty_like(x);
    add<<<4, 64>>>(x[0].data_ptr<float>(), x[1].data_ptr<float>(), y.data_ptr<float>());
}

// expect: proved
__global__ void shift(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void far(float *p) {
    auto kernel = shift;
    kernel<<<1, 64>>>(p, p + 128);
}

// expect: proved
// today: unknown, because which element of a container is which is not followed
__global__ void of_vector(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void vector(float *p, float *q) {
    std::vector<float *> v;
    v.push_back(p);
    v.push_back(q);
    of_vector<<<1, 64>>>(v[0], v[1]);
}
