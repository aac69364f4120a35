// A launch, a copy and the host use what was freed.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void launches(int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaFree(d); // @freed
    fill<<<1, 256>>>(d, n); //~ use-after-free with @freed
}

void copies(const float *h, int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaFree(d); // @gone
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice); //~ use-after-free with @gone
}

// The second iteration uses what the first freed.
void in_a_loop(float *sink, int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    for (int i = 0; i < n; ++i) {
        fill<<<1, 256>>>(d, n); //~ use-after-free with @each
        cudaFree(d); // @each //~ double-free
    }
}

float reads(int n) {
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    fill<<<1, 256>>>(x, n);
    cudaDeviceSynchronize();
    cudaFree(x); // @managed
    return x[0]; //~ use-after-free with @managed
}
