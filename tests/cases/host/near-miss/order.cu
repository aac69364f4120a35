// Commands that something holds apart.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void by_event(int n) {
    float *d, *out;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    fill<<<1, 256, 0, s>>>(d, n);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    use<<<1, 256, 0, t>>>(out, d, n);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(out);
}

// The legacy default stream stands between.
void by_default_stream(int n) {
    float *d, *out, *other;
    cudaStream_t s, t;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&other, n * sizeof(float));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    fill<<<1, 256, 0, s>>>(d, n);
    fill<<<1, 256>>>(other, n);
    use<<<1, 256, 0, t>>>(out, d, n);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(out);
    cudaFree(other);
}

// Parts of one buffer.
void in_parts(float *h, int n) {
    float *d;
    cudaStream_t streams[2];
    cudaMalloc(&d, 2 * n * sizeof(float));
    for (int i = 0; i < 2; ++i) cudaStreamCreate(&streams[i]);
    for (int i = 0; i < 2; ++i) fill<<<1, 256, 0, streams[i]>>>(d + i * n, n);
    for (int i = 0; i < 2; ++i) cudaStreamSynchronize(streams[i]);
    cudaFree(d);
}

// Both only read.
void readers(const float *h, int n) {
    float *d, *a, *b;
    cudaStream_t s, t;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    use<<<1, 256, 0, s>>>(a, d, n);
    use<<<1, 256, 0, t>>>(b, d, n);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(a);
    cudaFree(b);
}

float waited(int n) {
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    fill<<<1, 256>>>(x, n);
    cudaDeviceSynchronize();
    float first = x[0];
    cudaFree(x);
    return first;
}

float synchronised(const float *d, int n) {
    float *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&h, n * sizeof(float));
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s);
    while (cudaStreamQuery(s) == cudaErrorNotReady) {
    }
    float first = h[0];
    cudaFreeHost(h);
    return first;
}

// The copy to memory that is not page-locked is done when the call returns.
float pageable(const float *d) {
    float h[256];
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, s);
    return h[0];
}

// What was there before in the stream is done, too.
float after_a_kernel(int n) {
    float *x, h[256], *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMalloc(&d, sizeof(h));
    cudaMemset(d, 0, sizeof(h));
    fill<<<1, 256, 0, s>>>(x, n);
    cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, s);
    float sum = h[0] + x[0];
    cudaFree(x);
    cudaFree(d);
    return sum;
}
