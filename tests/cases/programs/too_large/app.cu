// kverify-test: host=project
// Shared memory for so many threads, and blocks that may be larger.

#include <cstdlib>

#define FIRSTS(name)                                                                                                   \
    __global__ void name(float *out)                                                                                   \
    {                                                                                                                  \
        __shared__ float s[256];                                                                                       \
        s[threadIdx.x] = out[blockIdx.x * blockDim.x + threadIdx.x];                                                   \
        __syncthreads();                                                                                               \
        out[blockIdx.x * blockDim.x + threadIdx.x] = s[0];                                                             \
    }

// expect: proved
FIRSTS(fits)
// expect: violated
FIRSTS(up_to_512) //~ out-of-bounds
// expect: violated
FIRSTS(by_template) //~ out-of-bounds
// Of which sizes there are nothing is known.
// expect: proved
FIRSTS(of_any_size)

template <class F> void twice(F kernel, float *d, int block)
{
    kernel<<<4, block>>>(d);
}

void launch_any(float *d, int block)
{
    of_any_size<<<4, block>>>(d);
}

int main(int argc, char **argv)
{
    float *d;
    cudaMalloc(&d, 1 << 20);
    cudaMemset(d, 0, 1 << 20);
    int block = argc > 1 ? atoi(argv[1]) : 64;
    if (block >= 1 && block <= 256)
        fits<<<4, block>>>(d);
    if (block >= 1 && block <= 512)
        up_to_512<<<4, block>>>(d);
    twice(by_template, d, 256);
    twice(by_template, d, 320);
    launch_any(d, block);
    cudaFree(d);
}
