// The same, where the buffers are as large as they have to be, or where nothing shows that the way is taken.
#include <cstdlib>
#include <utility>

// expect: proved
__global__ void halved(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ warning out-of-bounds
}

// expect: proved
__global__ void previous_level(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

// The member that chooses the block is never set.
// expect: proved
// today: suspect, because what a constructor sets by default is not followed
__global__ void tiles(float *out, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        out[i] += 1.0f;
}

// A number that is handed over through memory is not followed.
// expect: proved
__global__ void by_address(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}

// The second condition keeps the way closed that the first opens.
// expect: proved
__global__ void twice_asked(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f; //~ warning out-of-bounds
}

class Steps {
    bool large;

public:
    explicit Steps(bool large = false) : large(large) {}

    void run(float *out, int n) { tiles<<<392, large ? 512 : 256>>>(out, n); }
};

int main(int argc, char **argv)
{
    int n = 4096;
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    for (int step = 0; step < 3; step++) {
        halved<<<(n + 255) / 256, 256>>>(a, n);
        n /= 2;
    }
    float *large, *small;
    cudaMalloc(&large, 1024 * sizeof(float));
    cudaMalloc(&small, 512 * sizeof(float));
    for (int level = 0; level < 2; level++) {
        previous_level<<<2, 256>>>(small, large, 512);
        std::swap(large, small);
    }
    float *b;
    cudaMalloc(&b, 100352 * sizeof(float));
    cudaMemset(b, 0, 100352 * sizeof(float));
    Steps steps;
    steps.run(b, 100352);
    int m = 1000;
    float *c;
    cudaMalloc(&c, m * sizeof(float));
    void *arguments[] = {&c, &m};
    cudaLaunchKernel((const void *)by_address, dim3(4), dim3(256), arguments, 0, 0);
    int asked = 1000;
    float *d;
    cudaMalloc(&d, 1000 * sizeof(float));
    if (argc > 2)
        asked = 2000;
    if (argc <= 2)
        twice_asked<<<(asked + 255) / 256, 256>>>(d, asked);
    cudaDeviceSynchronize();
}
