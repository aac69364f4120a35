// Buffers that are large enough for what their launches do with them.
#include <cstdlib>
#include <thrust/device_vector.h>

// expect: proved
__global__ void unguarded(float *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

// expect: proved
__global__ void guarded(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// The halo lies in front of the pointer and behind the last element.
// expect: proved
__global__ void stencil(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i - 1] + in[i + 1];
}

// What rows say of columns is any number as far as the kernel goes: it is taken to stay inside.
// expect: proved
__global__ void rows(const int *row, const int *column, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += x[column[k]];
        y[i] = sum;
    }
}

// expect: proved
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row < m && column < n) {
        float sum = 0;
        for (int i = 0; i < k; i++)
            sum += a[row * k + i] * b[i * n + column];
        c[row * n + column] = sum;
    }
}

struct Particle {
    float x, y, z;
    int kind;
};

// expect: proved
__global__ void members(Particle *all, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        all[i].kind = 1;
}

// expect: proved
__global__ void vectors(float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_float4(0, 0, 0, 0);
}

// expect: proved
__global__ void in_vector(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// expect: proved
__global__ void resized(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

static void run(float *out, int count)
{
    guarded<<<(count + 255) / 256, 256>>>(out, count);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]);
    float *fixed, *halo, *y, *a, *b, *c;
    float4 *wide;
    int *row, *column;
    Particle *particles;
    cudaMalloc(&fixed, 1024 * sizeof(float));
    unguarded<<<4, 256>>>(fixed);
    cudaMalloc((void **)&halo, (n + 2) * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    stencil<<<(n + 255) / 256, 256>>>(halo + 1, y, n);
    run(y, n);
    cudaMalloc(&row, (n + 1) * sizeof(int));
    cudaMalloc(&column, m * sizeof(int));
    rows<<<(n + 255) / 256, 256>>>(row, column, halo, y, n);
    cudaMalloc(&a, m * k * sizeof(float));
    cudaMalloc(&b, k * n * sizeof(float));
    cudaMalloc(&c, m * n * sizeof(float));
    product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
    cudaMalloc(&particles, n * sizeof(Particle));
    members<<<(n + 255) / 256, 256>>>(particles, n);
    cudaMalloc(&wide, n * sizeof(float4));
    vectors<<<(n + 255) / 256, 256>>>(wide, n);
    thrust::device_vector<float> vector(n), small(1);
    in_vector<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(vector.data()), n);
    small.resize(n);
    resized<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(small.data()), n);
}
