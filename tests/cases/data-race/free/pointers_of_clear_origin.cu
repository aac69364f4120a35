// Pointers of different origins, by the ways that host code usually takes.
#include <memory>
#include <torch/extension.h>
#include <utility>
#include <vector>

// expect: proved
__global__ void of_parts(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void parts(float *p, float *q) {
    std::pair<float *, float *> both(p, q);
    of_parts<<<1, 64>>>(both.first, both.second);
}

// expect: proved
__global__ void of_members(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Buffers {
    float *a = nullptr, *b = nullptr;
    void make(size_t n) {
        cudaMalloc(&a, n);
        cudaMalloc(&b, n);
    }
    void run() { of_members<<<1, 64>>>(a, b); }
};
void members() {
    Buffers buffers;
    buffers.make(1024);
    buffers.run();
}

// expect: proved
__global__ void of_containers(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void containers(size_t n) {
    std::vector<float> a(n), b(n);
    of_containers<<<1, 64>>>(a.data(), b.data());
}

// expect: proved
__global__ void of_owners(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void owners(int n) {
    auto a = std::make_unique<float[]>(n);
    auto b = std::make_unique<float[]>(n);
    of_owners<<<1, 64>>>(a.get(), b.get());
}

// expect: proved
__global__ void of_tensors(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

torch::Tensor tensors(torch::Tensor x) {
    x = x.contiguous();
    auto y = torch::empty({x.size(0), x.size(1)}, x.options());
    of_tensors<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
    return y;
}

// expect: proved
__global__ void of_table(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void table() {
    float *all[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&all[i], 1024);
        cudaMemset(all[i], 0, 1024);
    }
    of_table<<<1, 64>>>(all[0], all[1]);
}

// expect: proved
__global__ void of_casts(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void casts(void *p, void *q, int n) {
    auto *a = static_cast<float *>(p) + n;
    auto *b = reinterpret_cast<float *>(q);
    of_casts<<<1, 64>>>(a, b);
}

// expect: proved
__global__ void of_arguments(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void arguments(float *p, float *q) {
    void *all[] = {&p, &q};
    cudaLaunchKernel((void *)of_arguments, dim3(1), dim3(64), all, 0, 0);
}

// expect: proved
__global__ void of_helpers(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

template <typename T> T *made(size_t n) {
    T *p;
    cudaMalloc((void **)&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}
void helpers(size_t n) {
    float *a = made<float>(n), *b = made<float>(n);
    of_helpers<<<1, 64>>>(a, b);
}

// expect: proved
__global__ void of_callers(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

static void inner(float *a, float *b) { of_callers<<<1, 64>>>(a, b); }
static void outer(float *a, float *b) { inner(a, b); }
void callers(float *p, float *q) {
    outer(p, q);
    outer(q, p);
}

// expect: proved
__global__ void of_unseen(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

float *get_workspace(size_t bytes);
void unseen(float *p) { of_unseen<<<1, 64>>>(p, get_workspace(1024)); }
