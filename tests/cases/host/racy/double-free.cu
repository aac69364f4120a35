// Buffers are freed twice.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void straight(int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float)); //~ note unused-buffer
    cudaFree(d); // @first
    cudaFree(d); //~ double-free with @first
}

static void release(float *p) {
    cudaFree(p); // @inner
}

// Found through the calls; both times it is the same line.
void through_calls(int n, bool failed) {
    float *d;
    cudaMalloc(&d, n * sizeof(float)); //~ note unused-buffer
    release(d);
    if (failed) cudaFree(d); //~ double-free with @inner
}

void on_host(float *d, int n) {
    float *h = (float *)malloc(n);
    cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
    free(h); // @host
    free(h); //~ double-free with @host
}
