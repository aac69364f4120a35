// Host code leads pointers around, and no two of one launch into one buffer.
#include <utility>

// expect: proved
__global__ void by_cells(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1];
}

void cells(float *p, float *q, int n)
{
    float *buffers[2];
    buffers[0] = p;
    buffers[1] = q;
    for (int k = 0; k < 10; ++k) {
        by_cells<<<(n + 255) / 256, 256>>>(buffers[0], buffers[1], n);
        std::swap(buffers[0], buffers[1]);
    }
}

struct Pair {
    float *to, *from;
};

// expect: proved
__global__ void by_copied_members(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1];
}

void copied_members(float *p, float *q, int n)
{
    Pair first = {p, q};
    Pair second = first;
    by_copied_members<<<(n + 255) / 256, 256>>>(first.to, second.from, n);
}

// expect: proved
__global__ void by_lambda(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i + 1];
}

void lambda(float *p, float *q, int n)
{
    auto launch = [&](float *x, float *y) { by_lambda<<<(n + 255) / 256, 256>>>(x, y, n); };
    launch(p, q);
    launch(q, p);
}

// expect: proved
__global__ void by_offset(float *o, const float *a, int n)
{
    int i = threadIdx.x;
    if (i < n)
        o[i] = a[0];
}

void offset(float *p, int n)
{
    auto part = [=](int k) { return p + k * n; };
    by_offset<<<1, 256>>>(part(1), part(2), n);
}
