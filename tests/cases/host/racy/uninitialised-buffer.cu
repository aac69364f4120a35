// Kernels and copies read what nobody wrote.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void launches(float *h, int n) {
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float)); // @in
    cudaMalloc(&out, n * sizeof(float));
    use<<<1, 256>>>(out, in, n); //~ uninitialised-buffer with @in
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
}

void copies(float *h, int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float)); // @d
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost); //~ uninitialised-buffer with @d
    cudaFree(d);
}

// What an atomic adds to was there before.
void histogram(const unsigned char *h, unsigned *result) {
    unsigned *bins;
    unsigned char *data;
    cudaMalloc(&bins, 256 * sizeof(unsigned)); // @bins
    cudaMalloc(&data, 64);
    cudaMemcpy(data, h, 64, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(bins, data); //~ uninitialised-buffer with @bins
    cudaMemcpy(result, bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(bins);
    cudaFree(data);
}
