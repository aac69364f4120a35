// Commands that nothing holds apart.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void two_streams(int n) {
    float *d, *out;
    cudaStream_t s, t;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    fill<<<1, 256, 0, s>>>(d, n); // @produce
    use<<<1, 256, 0, t>>>(out, d, n); //~ inter-kernel-race with @produce
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(out);
}

// The default stream does not wait for a stream that was made so.
void non_blocking(int n) {
    float *d;
    cudaStream_t s;
    cudaMalloc(&d, n * sizeof(float));
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemset(d, 0, n * sizeof(float)); // @set
    fill<<<1, 256, 0, s>>>(d, n); //~ inter-kernel-race with @set
    cudaDeviceSynchronize();
    cudaFree(d);
}

// The event is recorded before the launch that it should stand for.
void event_too_early(int n) {
    float *d, *out;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&e);
    cudaEventRecord(e, s);
    fill<<<1, 256, 0, s>>>(d, n); // @late
    cudaStreamWaitEvent(t, e, 0);
    use<<<1, 256, 0, t>>>(out, d, n); //~ inter-kernel-race with @late
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(out);
}

float managed(int n) {
    float *x;
    cudaMallocManaged(&x, n * sizeof(float));
    fill<<<1, 256>>>(x, n); // @running
    float first = x[0]; //~ host-device-race with @running
    cudaFree(x);
    return first;
}

float pinned(const float *d, int n) {
    float *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&h, n * sizeof(float));
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s); // @copying
    float first = h[0]; //~ host-device-race with @copying
    cudaFreeHost(h);
    return first;
}

// Another stream is not waited for by a copy to memory that is not page-locked.
float other_stream(int n) {
    float *x, h[256], *d;
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMalloc(&d, sizeof(h));
    cudaMemsetAsync(d, 0, sizeof(h), t);
    fill<<<1, 256, 0, s>>>(x, n); // @elsewhere
    cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, t);
    float sum = h[0] + x[0]; //~ host-device-race with @elsewhere
    cudaFree(x);
    cudaFree(d);
    return sum;
}
