// Launchers that are handed on with what makes their threads race, or to functions that do something else with what they get.
#include <utility>

template <class Kernel, class... Args> void repeat(int times, Kernel kernel, Args &&...args)
{
    for (int i = 0; i < times; i++)
        kernel(std::forward<Args>(args)...);
}

// expect: violated
// today: unknown, because what is handed on is not executed
__global__ void shift_together(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1]; //~ data-race block //~ data-race grid
}

// expect: violated
__global__ void many_rows(float *a, int n)
{
    if (threadIdx.x < n)
        a[threadIdx.x] = blockIdx.x; //~ data-race grid
}

// Only the first of two calls gets what main hands over.
template <class Kernel, class... Args> void swapped(Kernel kernel, float *a, float *b, Args... args)
{
    kernel(a, b, args...);
    kernel(a, a, args...);
}

// expect: unknown
__global__ void shift_swapped(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// It keeps the function as well.
void (*kept)(float *, const float *, int);
template <class... Args> void keeping(void (*run)(float *, const float *, int), Args... args)
{
    run(args...);
    kept = run;
}

// expect: unknown
__global__ void shift_kept(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// What it gets is changed on the way.
template <class Kernel, class... Args> void changing(Kernel kernel, Args... args)
{
    ((args = 0), ...);
    kernel(args...);
}

// expect: conditional
__global__ void strided(float *a, int stride)
{
    a[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = threadIdx.x; //~ warning data-race block //~ warning data-race grid
}

void run_together(float *to, const float *from, int n) { shift_together<<<(n + 255) / 256, 256>>>(to, from, n); }
void run_rows(int blocks, float *a, int n) { many_rows<<<blocks, 256>>>(a, n); }
void run_swapped(float *to, const float *from, int n) { shift_swapped<<<(n + 255) / 256, 256>>>(to, from, n); }
void run_kept(float *to, const float *from, int n) { shift_kept<<<(n + 255) / 256, 256>>>(to, from, n); }
void run_strided(long a, int stride) { strided<<<4, 256>>>((float *)a, stride); }

int main()
{
    float *a, *b;
    cudaMalloc(&a, 8192);
    cudaMalloc(&b, 8192);
    int n = 1000, blocks = 4;
    repeat(10, run_together, a, a, n);
    repeat(3, run_rows, blocks, a, 256);
    swapped(run_swapped, a, b, n);
    keeping(run_kept, a, b, n);
    changing(run_strided, (long)a, 1);
}
