// kverify-test: host=project
// Two pointers into one buffer: how far apart they lie goes with the number that is handed over beside them.

#include <cstdlib>

#define COPY(name)                                                                                                     \
    __global__ void name(const float *in, float *out, int n)                                                           \
    {                                                                                                                  \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                 \
        if (i < n)                                                                                                     \
            out[i] = in[i];                                                                                            \
    }

// expect: proved
COPY(by_default)

// expect: proved
COPY(by_caller)

static void copy(float *in, float *out, int n)
{
    by_caller<<<(n + 255) / 256, 256>>>(in, out, n);
}

// The second call copies more than lies between the two.
// expect: violated
__global__ void too_near(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i]; //~ data-race grid global
}

static void copy_near(float *in, float *out, int n)
{
    too_near<<<(n + 255) / 256, 256>>>(in, out, n);
}

int main(int argc, char **argv)
{
    int n = 1000;
    if (argc > 1)
        n = atoi(argv[1]);
    if (n < 1)
        return 1;
    float *w, *v;
    cudaMalloc(&w, 2 * (size_t)n * sizeof(float));
    cudaMemset(w, 0, 2 * (size_t)n * sizeof(float));
    by_default<<<(n + 255) / 256, 256>>>(w, w + n, n);
    cudaMalloc(&v, 4096 * sizeof(float));
    cudaMemset(v, 0, 4096 * sizeof(float));
    copy(v, v + 2048, 2048);
    copy(v, v + 1024, 1024);
    copy_near(v, v + 2048, 2048);
    copy_near(v, v + 1024, 2048);
    cudaFree(w);
    cudaFree(v);
}
