// Launches whose sizes and buffers running the host's code shows, on ways that are surely taken.
#include <cstdlib>
#include <utility>

// The buffer stays as large as it was.
// expect: violated
__global__ void doubled(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

// expect: violated
__global__ void rounded_up(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

// expect: violated
__global__ void next_level(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i]; //~ out-of-bounds
}

// expect: violated
__global__ void asked_for(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ out-of-bounds
}

// Bytes where elements are meant.
// expect: violated
__global__ void staged(float *out, int n)
{
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? out[i] : 0.0f; //~ out-of-bounds
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x];
}

static void round_up(int &n, int to)
{
    n = (n + to - 1) / to * to;
}

int main(int argc, char **argv)
{
    int n = 1000;
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    for (int step = 0; step < 3; step++) {
        doubled<<<(n + 255) / 256, 256>>>(a, n);
        n *= 2;
    }
    int m = 1000;
    float *b;
    cudaMalloc(&b, m * sizeof(float));
    round_up(m, 256);
    rounded_up<<<m / 256, 256>>>(b, m);
    float *large, *small;
    cudaMalloc(&large, 1024 * sizeof(float));
    cudaMalloc(&small, 512 * sizeof(float));
    for (int level = 0; level < 2; level++) {
        next_level<<<4, 256>>>(small, large, 1024); // in[512]
        std::swap(large, small);
    }
    int asked = 1000;
    float *c;
    cudaMalloc(&c, 1500 * sizeof(float));
    if (argc > 1)
        asked = 2000;
    asked_for<<<(asked + 255) / 256, 256>>>(c, asked);
    float *d;
    cudaMalloc(&d, 4096 * sizeof(float));
    int threads = 64;
    for (int round = 0; round < 2; round++) {
        staged<<<4096 / threads, threads, threads>>>(d, 4096);
        threads *= 2;
    }
    cudaDeviceSynchronize();
}
