// A record that holds a pointer is written through another pointer: it leads elsewhere then.
#include <cuda_runtime.h>
#include <torch/extension.h>

struct View {
    float *start;
    float *get() const { return start; }
};

// expect: violated
// today: unknown, because what is written through pointers is not followed
__global__ void whole(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x] + 1;
}

void write_whole(bool first)
{
    float *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    View x{a}, y{b};
    View *other = first ? &x : &y;
    *other = View{a + 1};
    whole<<<1, 64>>>(x.start, y.start);
}

// expect: violated
__global__ void member(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x] + 1; //~ data-race block global read-write
}

void write_member(bool first)
{
    float *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    View x{a}, y{b};
    View *other = first ? &x : &y;
    other->start = a + 1;
    member<<<1, 64>>>(x.get(), y.get());
}

// expect: violated
// today: unknown, because what is written through pointers is not followed
__global__ void tensor(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x] + 1;
}

void write_tensor(torch::Tensor like)
{
    auto x = torch::empty_like(like), y = torch::empty_like(like);
    torch::Tensor *other = &y;
    *other = x.narrow(0, 1, 1024);
    tensor<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
}

// expect: violated
// today: unknown, because views of tensors are not followed
__global__ void rebound(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x] + 1;
}

void rebind(torch::Tensor like)
{
    auto x = torch::empty_like(like);
    x.set_(like);
    rebound<<<1, 64>>>(x.data_ptr<float>(), like.data_ptr<float>() + 1);
}

struct Keeper {
    float *kept;
    void keep(float *given) { kept = given; }
};

// expect: violated
__global__ void kept_twice(float *a, const float *b)
{
    a[threadIdx.x] = b[threadIdx.x] + 1; //~ data-race block global read-write
}

void keep_one_in_two(bool both)
{
    Keeper x, y;
    float *one, *two;
    cudaMalloc(&one, 1024);
    cudaMalloc(&two, 1024);
    x.keep(one);
    y.keep(both ? one + 1 : two);
    kept_twice<<<1, 64>>>(x.kept, y.kept);
}
