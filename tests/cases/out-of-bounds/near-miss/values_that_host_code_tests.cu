// Whether the host hands over what leaves the buffer is not known: tests that are not followed, and callers that nobody shows.
#include <cstdlib>

bool fits(int m, int n);

// expect: proved
__global__ void tested(float *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[i] = n; //~ warning out-of-bounds
}

// expect: proved
__global__ void given(float *out, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicExch(&out[i * stride], 1.0f); //~ warning out-of-bounds
}

// Blocks as many as some workspace is made for.
// expect: proved
__global__ void workspace(int *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = 1; //~ warning out-of-bounds
}

// What is tested holds.
// expect: proved
__global__ void known(float *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[i] = n;
}

static int *space;

void run(int n, int stride)
{
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    given<<<(n + 255) / 256, 256>>>(a, n, stride);
}

void reduce(int count, int length)
{
    workspace<<<count * length / 1024, 256>>>(space);
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), m = atoi(argv[2]);
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&space, 1024 * sizeof(int));
    if (m <= n)
        known<<<(m + 255) / 256, 256>>>(a, n, m);
    if (!fits(m, n))
        return 1;
    tested<<<(m + 255) / 256, 256>>>(a, n, m);
}
