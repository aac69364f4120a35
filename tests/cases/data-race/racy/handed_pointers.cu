// A function that a variable holds is handed on to be called: what it gets there is one buffer twice.
#include <utility>

template <class Kernel, class... Args> void repeat_held(int times, Kernel kernel, Args &&...args)
{
    for (int i = 0; i < times; i++)
        kernel(std::forward<Args>(args)...);
}

// expect: violated
// today: unknown, because what is handed on is not executed
__global__ void shift_held(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

void run_held(float *to, const float *from, int n) { shift_held<<<(n + 255) / 256, 256>>>(to, from, n); }

void host(float *a, float *b, int n)
{
    run_held(a, b, n);
    void (*function)(float *, const float *, int) = run_held;
    repeat_held(10, function, a, a, n);
}
