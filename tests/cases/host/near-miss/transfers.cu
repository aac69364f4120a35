// Copies as they should be.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

int brought_back() {
    int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    cudaMalloc(&d, n * sizeof(float));
    fill<<<1, 256>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
    cudaFree(d);
    free(h);
    return 0;
}

// The host still needs what it sent, for comparison.
int compared(int n) {
    float *h = (float *)malloc(n * sizeof(float)), *result = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    fill<<<1, 256>>>(d, n);
    printf("%f\n", h[0]);
    cudaMemcpy(result, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", result[0]);
    cudaFree(d);
    free(h);
    free(result);
    return 0;
}

// One buffer of the host serves two of the device.
void staged(int n) {
    float h[256], *a, *b;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&b, sizeof(h));
    for (int i = 0; i < 256; ++i) h[i] = 1;
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int i = 0; i < 256; ++i) h[i] = 2;
    cudaMemcpy(b, h, sizeof(h), cudaMemcpyHostToDevice);
    use<<<1, 256>>>(b, a, n);
    cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}

void any_direction(float *h, int n) {
    float *x, *p;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocHost(&p, n * sizeof(float));
    cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(p, x, n * sizeof(float), cudaMemcpyDefault);
    cudaFree(x);
    cudaFreeHost(p);
}

float *returned(int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    return d;
}

void largest(float *d, int n, int blocks) {
    dim3 block(1024), grid(blocks);
    fill<<<grid, block, 227 * 1024>>>(d, n);
}
