// The host hands over pointers of one origin on ways that are not all followed: what is known is verified, and nothing is proved of the rest.
#include <torch/extension.h>
#include <vector>

// expect: violated
__global__ void of_variable(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

void through_a_variable(float *p) {
    auto kernel = of_variable;
    kernel<<<1, 64>>>(p, p);
}

// expect: violated
__global__ void of_template(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

template <class Kernel, class... Arguments>
void launch(Kernel kernel, dim3 grid, dim3 block, Arguments... arguments) {
    kernel<<<grid, block>>>(arguments...);
}

void through_a_template(float *p) {
    launch(of_template, dim3(1), dim3(64), p, p);
}

// expect: violated
__global__ void of_configuration(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

void through_a_configuration(float *p) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(64);
    cudaLaunchKernelEx(&config, of_configuration, (const float *)p, p);
}

// expect: violated
__global__ void of_pointers(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

void through_pointers(float *p) {
    void *arguments[] = {&p, &p};
    cudaLaunchKernel((void *)of_pointers, dim3(1), dim3(64), arguments, 0, 0);
}

// expect: violated
// today: unknown, because where a view begins is not known
__global__ void of_views(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void views(torch::Tensor x) {
    of_views<<<1, 64>>>(x[0].data_ptr<float>(), x.select(0, 0).data_ptr<float>());
}

// expect: violated
// today: unknown, because what constructors put into members is not followed to launches
__global__ void of_members(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Holder {
    float *a, *b;
    Holder(float *p) : a(p), b(p) {}
    void run() { of_members<<<1, 64>>>(a, b); }
};

// expect: violated
__global__ void of_pool(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

struct Pool {
    float *at;
    float *take(int n) {
        float *was = at;
        at += n;
        return was;
    }
};

void pool(Pool &pool) {
    float *a = pool.take(32), *b = pool.take(32);
    of_pool<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because addresses of variables of the device are not followed
__global__ void of_symbol(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

__device__ float table[1024];

void symbol() {
    float *a, *b;
    cudaGetSymbolAddress((void **)&a, table);
    cudaGetSymbolAddress((void **)&b, table);
    of_symbol<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because which element of a container is which is not followed
__global__ void of_vector(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void vector(float *p) {
    std::vector<float *> v;
    v.push_back(p);
    v.push_back(p);
    of_vector<<<1, 64>>>(v[0], v[1]);
}

// expect: violated
// today: unknown, because the distance of the two is no number and no argument
__global__ void apart(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void some_way_off(float *p, int n) {
    apart<<<1, 64>>>(p, p + n);
}

// expect: violated
// today: unknown, because a table of kernels is not followed
__global__ void of_table(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

typedef void (*Kernel)(const float *, float *);

void through_a_table(float *p, int n) {
    Kernel kernels[] = {of_table, of_table};
    kernels[n]<<<1, 64>>>(p, p);
}

// expect: violated
// today: unknown, because the function that makes the launch is not seen
__global__ void of_unseen(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void launch_elsewhere(Kernel, const float *, float *);

void through_an_unseen_function(float *p) {
    launch_elsewhere(of_unseen, p, p);
}

// expect: violated
// today: unknown, because members that a function fills in through a pointer are not followed
__global__ void of_filled(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Filled {
    float *a, *b;
};

void fill(Filled *filled, float *p) {
    filled->a = p;
    filled->b = p;
}

void run(Filled &filled) {
    of_filled<<<1, 64>>>(filled.a, filled.b);
}
