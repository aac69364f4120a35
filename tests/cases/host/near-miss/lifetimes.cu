// The same, mended.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void freed_last(float *h, int n) {
    float *d, *out;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    use<<<1, 256>>>(out, d, n);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(out);
}

// Made anew in each iteration.
void in_a_loop(int n) {
    for (int i = 0; i < n; ++i) {
        float *d;
        cudaMalloc(&d, n * sizeof(float));
        fill<<<1, 256>>>(d, n);
        cudaFree(d);
    }
}

void set_to_null(int n, bool failed) {
    float *d = nullptr;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemset(d, 0, n * sizeof(float));
    cudaFree(d);
    d = nullptr;
    if (failed) cudaFree(d);
}

// The conditions are the same: the buffer is there where it is used.
void same_condition(float *h, int n, bool device) {
    float *d = nullptr;
    if (device) {
        cudaMalloc(&d, n * sizeof(float));
        cudaMemset(d, 0, n * sizeof(float));
    }
    if (device) {
        cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
        cudaFree(d);
    }
}

// What is handed to a function that nobody sees may be written, and freed, there.
void elsewhere(float *d);
void handed_over(float *h, int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    elsewhere(d);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
}

int cleaned_up(const float *h, int n) {
    float *d = nullptr, *out = nullptr;
    int status = 1;
    if (cudaMalloc(&d, n * sizeof(float)) != cudaSuccess) goto done;
    if (cudaMalloc(&out, n * sizeof(float)) != cudaSuccess) goto done;
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    use<<<1, 256>>>(out, d, n);
    status = 0;
done:
    cudaFree(d);
    cudaFree(out);
    return status;
}

// Two buffers change their parts; both are set before they are read.
void swapped(float *h, int n, int steps) {
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    for (int i = 0; i < steps; ++i) {
        use<<<1, 256>>>(b, a, n);
        float *t = a;
        a = b;
        b = t;
    }
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}
