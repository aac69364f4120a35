// The host hands over pointers of different origins, by ways that are followed as far as it takes to tell.
#include <memory>
#include <thrust/device_vector.h>
#include <torch/extension.h>
#include <utility>
#include <vector>

// expect: proved
__global__ void of_tensors(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void tensors(torch::Tensor x) {
    auto y = torch::empty_like(x);
    of_tensors<<<4, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
}

// expect: proved
__global__ void of_vectors(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void vectors(int n) {
    thrust::device_vector<float> a(n), b(n);
    of_vectors<<<4, 64>>>(thrust::raw_pointer_cast(a.data()), thrust::raw_pointer_cast(b.data()));
}

// expect: proved
__global__ void of_array(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void array(int n) {
    float *all[2];
    for (int i = 0; i < 2; i++) cudaMalloc(&all[i], n);
    of_array<<<4, 64>>>(all[0], all[1]);
}

// expect: proved
__global__ void by_turns(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void turns(int n) {
    float *all[2];
    cudaMalloc(&all[0], n);
    cudaMalloc(&all[1], n);
    for (int i = 0; i < n; i++) {
        int now = i % 2;
        by_turns<<<4, 64>>>(all[now], all[1 - now]);
    }
}

// expect: proved
__global__ void of_objects(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

struct Buffer {
    float *data;
    Buffer(int n) { cudaMalloc(&data, n * 4); }
    ~Buffer() { cudaFree(data); }
    float *get() { return data; }
};

void objects(int n) {
    Buffer a(n), b(n);
    of_objects<<<4, 64>>>(a.data, b.get());
}

// expect: proved
__global__ void of_members(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

struct Model {
    Buffer in, out;
    Model(int n) : in(n), out(n) {}
    void run() { of_members<<<4, 64>>>(in.data, out.data); }
};

// expect: proved
__global__ void of_pair(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

struct Pair {
    float *a, *b;
    Pair(float *p, float *q) : a(p), b(q) {}
};

void pair(float *p, float *q) {
    Pair both(p, q);
    of_pair<<<4, 64>>>(both.a, both.b);
}

// expect: proved
__global__ void of_swapped(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void swapped(float *p, float *q, int n) {
    for (int i = 0; i < n; i++) {
        of_swapped<<<4, 64>>>(p, q);
        std::swap(p, q);
    }
}

// expect: proved
__global__ void of_template(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

template <class Kernel, class... Arguments>
void launch(Kernel kernel, dim3 grid, dim3 block, Arguments &&...arguments) {
    kernel<<<grid, block>>>(std::forward<Arguments>(arguments)...);
}

void through_a_template(const float *p, float *q) {
    launch(of_template, dim3(4), dim3(64), p, q);
}

// expect: proved
__global__ void of_function(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

float *make(int n) {
    float *p;
    cudaMalloc(&p, n);
    return p;
}

void functions(int n) {
    float *a = make(n), *b = make(n);
    of_function<<<4, 64>>>(a, b);
}

// expect: proved
__global__ void of_out(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void make_both(float **a, float **b, int n) {
    cudaMalloc(a, n);
    cudaMalloc(b, n);
}

void outs(int n) {
    float *a, *b;
    make_both(&a, &b, n);
    of_out<<<4, 64>>>(a, b);
}

// expect: proved
__global__ void of_file(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

float *first, *second;

void start(int n) {
    cudaMalloc(&first, n);
    cudaMalloc(&second, n);
}

void file() {
    of_file<<<4, 64>>>(first, second);
}

// expect: proved
__global__ void of_configuration(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void through_a_configuration(const float *p, float *q) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(64);
    cudaLaunchKernelEx(&config, of_configuration, p, q);
}

// expect: proved
__global__ void of_owners(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

struct Free {
    void operator()(float *p) { cudaFree(p); }
};

void owners(int n) {
    std::unique_ptr<float, Free> a(make(n)), b(make(n));
    of_owners<<<4, 64>>>(a.get(), b.get());
}

// expect: proved
__global__ void of_list(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void list(std::vector<torch::Tensor> x) {
    of_list<<<4, 64>>>(x[0].data_ptr<float>(), x[1].data_ptr<float>());
}

// expect: proved
__global__ void either(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void choice(const float *x, float *y, float *z, bool last) {
    either<<<4, 64>>>(x, last ? z : y);
}

// expect: proved
__global__ void of_lambda(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void lambda(torch::Tensor x, torch::Tensor y) {
    auto run = [&](const float *a, float *b) { of_lambda<<<4, 64>>>(a, b); };
    run(x.data_ptr<float>(), y.data_ptr<float>());
}

// expect: proved
__global__ void of_sums(const float *from, float *to) {
    to[blockIdx.x * 64 + threadIdx.x] = from[blockIdx.x * 64 + threadIdx.x + 1];
}

void sums(torch::Tensor x) {
    auto y = x + 1;
    auto z = y.sum(0);
    of_sums<<<4, 64>>>(x.data_ptr<float>(), z.data_ptr<float>());
}
