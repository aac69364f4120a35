// Allocations inside of what checks their results.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            fprintf(stderr, "%s\n", cudaGetErrorString(error));                                                        \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        exit(1);
}

// expect: violated
__global__ void in_macro(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = 1.0f; //~ out-of-bounds
}

// expect: violated
__global__ void in_function(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = 1.0f; //~ out-of-bounds
}

// expect: violated
__global__ void in_condition(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = 1.0f; //~ out-of-bounds
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    size_t bytes = n * sizeof(float);
    float *a, *b, *c = NULL;
    CHECK(cudaMalloc(&a, bytes));
    in_macro<<<n / 256 + 1, 256>>>(a, n);
    check(cudaMalloc((void **)&b, bytes));
    in_function<<<n / 256 + 1, 256>>>(b, n);
    if (cudaMalloc(&c, bytes) != cudaSuccess)
        return 1;
    in_condition<<<n / 256 + 1, 256>>>(c, n);
}
