// Launchers that are handed to functions which call them with what they get besides, as benchmarks do.
#include <utility>

template <class Kernel, class... Args> void repeat(int times, Kernel kernel, Args &&...args)
{
    for (int i = 0; i < times; i++)
        kernel(std::forward<Args>(args)...);
}

template <class Kernel, class... Args> void once(Kernel kernel, Args... args) { kernel(args...); }

// expect: proved
__global__ void shift_apart(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: proved
__global__ void shift_once(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: proved
__global__ void one_row(float *a, int n)
{
    if (threadIdx.x < n)
        a[threadIdx.x] = n;
}

void run_apart(float *to, const float *from, int n) { shift_apart<<<(n + 255) / 256, 256>>>(to, from, n); }
void run_once(float *to, const float *from, int n) { shift_once<<<(n + 255) / 256, 256>>>(to, from, n); }
void run_row(int blocks, float *a, int n) { one_row<<<blocks, 256>>>(a, n); }

int main()
{
    float *a, *b;
    cudaMalloc(&a, 8192);
    cudaMalloc(&b, 8192);
    int n = 1000, one = 1;
    repeat(10, run_apart, a, b, n);
    once(&run_once, a, b, n);
    repeat(3, run_row, one, a, 256);
}
