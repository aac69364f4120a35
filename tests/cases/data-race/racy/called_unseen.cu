// Functions that are called where nothing names them, with one buffer twice; other calls, with two buffers, are seen.
#include <functional>

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void kept_function(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void kept_functor(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void copied_lambda(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void kept_lambda(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void in_destructor(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void in_conversion(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void in_inherited(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void with_unknown_size(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void with_unknown_pointer(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because calls that nobody names are not executed
__global__ void kept_element(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

void run_kept(float *to, const float *from, int n) { kept_function<<<(n + 255) / 256, 256>>>(to, from, n); }

struct Functor {
    void operator()(float *to, const float *from, int n) { kept_functor<<<(n + 255) / 256, 256>>>(to, from, n); }
};

struct Element {
    void operator()(float *to, const float *from, int n) { kept_element<<<(n + 255) / 256, 256>>>(to, from, n); }
};

struct AtEnd {
    float *to, *from;
    int n;
    ~AtEnd() { in_destructor<<<(n + 255) / 256, 256>>>(to, from, n); }
};

struct Converted {
    float *to, *from;
    int n;
    operator int() { return in_conversion<<<(n + 255) / 256, 256>>>(to, from, n), n; }
};

struct Made {
    Made(float *to, const float *from, int n) { in_inherited<<<(n + 255) / 256, 256>>>(to, from, n); }
};

struct Inheriting : Made {
    using Made::Made;
};

void run_size(float *to, const float *from, int n) { with_unknown_size<<<(n + 255) / 256, 256>>>(to, from, n); }
void run_pointer(float *to, const float *from, int n) { with_unknown_pointer<<<(n + 255) / 256, 256>>>(to, from, n); }

int main()
{
    float *a, *b;
    cudaMalloc(&a, 8192);
    cudaMalloc(&b, 8192);
    int n = 1000;
    run_kept(a, b, n);
    std::function<void(float *, const float *, int)> function = run_kept;
    function(a, a, n);
    Functor functor;
    functor(a, b, n);
    function = Functor{};
    function(a, a, n);
    Element elements[2];
    elements[0](a, b, n);
    function = elements[1];
    function(a, a, n);
    auto lambda = [&](float *to, const float *from) { copied_lambda<<<(n + 255) / 256, 256>>>(to, from, n); };
    lambda(a, b);
    auto copy = lambda;
    copy(a, a);
    auto other = [&](float *to, const float *from) { kept_lambda<<<(n + 255) / 256, 256>>>(to, from, n); };
    other(a, b);
    std::function<void(float *, const float *)> kept = other;
    kept(a, a);
    {
        AtEnd end{a, b, n};
        end.from = end.to;
    }
    Converted converted{a, a, n};
    int number = converted;
    Inheriting inheriting(a, a, number);
    Made made(a, b, n);
    run_size(a, b, n);
    others::size size = n;
    run_size(a, a, size);
    run_pointer(a, b, n);
    auto pointer = others::same(a);
    run_pointer(pointer, pointer, n);
}
