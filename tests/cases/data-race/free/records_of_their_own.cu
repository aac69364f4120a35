// Records that hold pointers to different buffers, though pointers and calls lead to them.
#include <cuda_runtime.h>

struct Buffer {
    float *start;
    explicit Buffer(int n) { cudaMalloc(&start, n * sizeof(float)); }
    float *get() const { return start; }
    void print(const Buffer *other) const;
};

// expect: proved
__global__ void made_in_each(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x + 1];
}

void each()
{
    Buffer x(256), y(256);
    made_in_each<<<1, 64>>>(x.get(), y.get());
}

struct Keeper {
    float *kept;
    void keep(float *given) { kept = given; }
};

// expect: proved
__global__ void kept_apart(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x + 1];
}

void keep()
{
    Keeper x, y;
    float *one, *two;
    cudaMalloc(&one, 1024);
    cudaMalloc(&two, 1024);
    x.keep(one);
    y.keep(two);
    kept_apart<<<1, 64>>>(x.kept, y.kept);
}
