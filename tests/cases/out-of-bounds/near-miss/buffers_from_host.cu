// Buffers of which the text does not say for certain how large they are at the launch: of these something is said only where running
// the host's code shows it.
#include <cstdlib>
#include <utility>

// The second buffer is one element smaller.
// expect: violated
__global__ void swapped(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

// expect: proved
__global__ void of_two(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// expect: proved
__global__ void elsewhere(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// expect: proved
__global__ void after(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// expect: proved
__global__ void grows(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// expect: proved
__global__ void indirect(float *out, const int *index, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&out[index[i]], 1.0f);
}

static void allocate(float **to, int n)
{
    cudaMalloc(to, n * sizeof(float));
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, (n - 1) * sizeof(float));
    for (int step = 0; step < 10; step++) {
        swapped<<<(n + 255) / 256, 256>>>(a, n);
        std::swap(a, b);
    }
    float *c;
    if (argc > 2)
        cudaMalloc(&c, 2 * n * sizeof(float));
    else
        cudaMalloc(&c, n * sizeof(float));
    of_two<<<(n + 255) / 256, 256>>>(c, n);
    float *d;
    allocate(&d, n);
    elsewhere<<<(n + 255) / 256, 256>>>(d, n);
    float *e;
    int m = n;
    cudaMalloc(&e, m * sizeof(float));
    m = m - 1;
    after<<<(m + 255) / 256, 256>>>(e, m);
    float *f = nullptr;
    int most = 0;
    for (int count = 1; count < 1000; count++) {
        if (count > most) {
            cudaFree(f);
            most = 2 * count;
            cudaMalloc(&f, most * sizeof(float));
        }
        grows<<<(count + 255) / 256, 256>>>(f, count);
    }
    float *sums;
    int *index;
    cudaMalloc(&sums, 64 * sizeof(float));
    cudaMalloc(&index, n * sizeof(int));
    indirect<<<(n + 255) / 256, 256>>>(sums, index, n);
}
