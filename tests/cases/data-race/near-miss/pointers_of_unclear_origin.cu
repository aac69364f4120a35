// Pointers of different origins by ways that are not followed.
#include <torch/extension.h>
#include <tuple>

// expect: proved
// today: unknown, because the parts of a structured binding are not followed
__global__ void of_binding(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Two { float *a, *b; };
Two two(float *p, float *q) { return {p, q}; }
void binding(float *p, float *q) {
    auto [a, b] = two(p, q);
    of_binding<<<1, 64>>>(a, b);
}

// expect: proved
// today: unknown, because what is assigned to names in a tuple is not followed
__global__ void of_tied(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void tied(float *p, float *q) {
    float *a, *b;
    std::tie(a, b) = std::make_tuple(p, q);
    of_tied<<<1, 64>>>(a, b);
}

// expect: proved
// today: unknown, because which table is written through another name is not followed
__global__ void of_other_table(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void other_table(float **table, float *p) {
    float **other = table;
    other[1] = p;
    of_other_table<<<1, 64>>>(table[0], table[1]);
}

// expect: proved
// today: unknown, because a method that is not known may change the tensor
__global__ void of_lost_tensor(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void lost_tensor(torch::Tensor x, torch::Tensor y) {
    auto z = x.a_method_that_nobody_knows();
    of_lost_tensor<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
}
