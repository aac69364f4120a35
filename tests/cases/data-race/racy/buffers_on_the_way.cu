// Host code leads two pointers into one buffer by detours.
#include <utility>

// expect: violated
__global__ void by_cells(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void cells(float *p, int n)
{
    float *buffers[2];
    buffers[0] = p;
    buffers[1] = buffers[0];
    by_cells<<<(n + 255) / 256, 256>>>(buffers[0], buffers[1], n);
}

struct Pair {
    float *to, *from;
};

// expect: violated
__global__ void by_copied_members(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void copied_members(float *p, float *q, int n)
{
    Pair first = {p, q};
    Pair second = first;
    by_copied_members<<<(n + 255) / 256, 256>>>(first.to, second.to, n);
}

// expect: violated
__global__ void by_swapping(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void swapping(float *p, float *q, int n)
{
    float *kept = p;
    std::swap(p, q);
    by_swapping<<<(n + 255) / 256, 256>>>(kept, q, n);
}

// expect: violated
__global__ void by_lambda(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1]; //~ data-race block global read-write //~ data-race grid global read-write
}

void lambda(float *p, int n)
{
    auto launch = [&](float *x, float *y) { by_lambda<<<(n + 255) / 256, 256>>>(x, y, n); };
    launch(p, p);
}

// expect: violated
__global__ void by_offset(float *o, const float *a, int n)
{
    int i = threadIdx.x;
    if (i <= n)
        o[i] = a[0] + 1; //~ data-race block global read-write
}

void offset(float *p, int n)
{
    auto part = [=](int k) { return p + k * n; };
    by_offset<<<1, 256>>>(part(1), part(2), n);
}
