// Copies that are forgotten, wrong or idle.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

int forgotten() {
    int n = 256;
    float *h = (float *)malloc(n * sizeof(float)), *d;
    cudaMalloc(&d, n * sizeof(float));
    fill<<<1, 256>>>(d, n); // @result
    cudaDeviceSynchronize();
    printf("%f\n", h[0]); //~ missing-transfer with @result
    cudaFree(d);
    free(h);
    return 0;
}

// The result is thrown away, and the host goes on with what it sent.
int stale(int n) {
    float *h = (float *)malloc(n * sizeof(float)), *d;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    fill<<<1, 256>>>(d, n); // @thrown
    cudaDeviceSynchronize();
    printf("%f\n", h[0]); //~ warning missing-transfer with @thrown
    cudaFree(d);
    free(h);
    return 0;
}

void directions(int n) {
    float *h = (float *)malloc(n * sizeof(float)), *d; // @host
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d, n * sizeof(float)); // @device
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyDeviceToHost); //~ incorrect-transfer with @host //~ incorrect-transfer with @device
    cudaFree(d);
    free(h);
}

void sizes(const float *h, int n) {
    float *d, *e;
    cudaMalloc(&d, n); // @symbolic
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice); //~ incorrect-transfer with @symbolic
    cudaMalloc(&e, 1000); // @constant
    cudaMemset(e, 0, 1024); //~ incorrect-transfer with @constant
    cudaFree(d);
    cudaFree(e);
}

int idle(int steps) {
    int n = 256;
    float h[256] = {1}, *d, *e;
    cudaMalloc(&d, sizeof(h));
    cudaMalloc(&e, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice); // @same
    use<<<1, 256>>>(e, d, n);
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice); //~ note redundant-transfer with @same
    use<<<1, 256>>>(e, d, n);
    cudaMemcpy(h, e, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(e);
    return h[0];
}

void kept(int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float)); // @leaks
    fill<<<1, 256>>>(d, n);
    cudaDeviceSynchronize();
    return; //~ note leak with @leaks
}
