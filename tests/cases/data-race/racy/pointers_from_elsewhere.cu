// Pointers that are caught, that assembly sets, and that are read from text.
// kverify-test: host=file
#include <cstdio>

// expect: proved
__global__ void shift(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = in[i + 1];
}

// expect: violated
// today: unknown, because what is thrown may come from anywhere
__global__ void caught(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = in[i + 1];
}

// expect: violated
// today: unknown, because assembly writes what it likes to
__global__ void moved(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = in[i + 1];
}

// expect: violated
// today: unknown, because the text may give any address
__global__ void read(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = in[i + 1];
}

int main(int argc, char **argv)
{
    float *a, *b, *c, *d, *e, *f;
    cudaMalloc(&e, 4096);
    cudaMalloc(&f, 4096);
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&c, 4096);
    cudaMalloc(&d, 4096);
    shift<<<4, 256>>>(e, f, 1024);
    float *p = a;
    try {
        if (argc > 2)
            throw b;
    } catch (float *other) {
        p = other;
    }
    caught<<<4, 256>>>(b, p, 1024);
    asm volatile("mov %1,%0" : "=r"(c) : "r"(b));
    moved<<<4, 256>>>(b, c, 1024);
    sscanf(argv[1], "%p", (void **)&d);
    read<<<4, 256>>>(b, d, 1024);
}
