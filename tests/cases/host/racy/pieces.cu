// Streams and buffers of arrays in turn, and pieces of buffers.
#include <cstdio>

// expect: proved
__global__ void inc(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i]++; }

void in_turn() {
    const int n = 4096;
    int *h[2], *d[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaHostAlloc((void **)&h[i], n * 4, 0);
        cudaMalloc((void **)&d[i], n * 4);
        cudaStreamCreate(&s[i]);
    }
    for (int b = 0; b < 10; b++) {
        int k = b & 1;
        cudaMemcpyAsync(d[k], h[k], n * 4, cudaMemcpyHostToDevice, s[k]);
        inc<<<16, 256, 0, s[k]>>>(d[k], n);
        cudaMemcpyAsync(h[k], d[k], n * 4, cudaMemcpyDeviceToHost, s[k]); // @back
    }
    printf("%d\n", h[0][0]); //~ host-device-race with @back
    for (int i = 0; i < 2; i++) {
        cudaFreeHost(h[i]);
        cudaFree(d[i]);
        cudaStreamDestroy(s[i]);
    }
}

void by_one_element() {
    const int C = 1024;
    int *d;
    cudaStream_t s, t;
    cudaMalloc(&d, 3 * C * sizeof(int));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMemset(d, 0, 3 * C * sizeof(int));
    cudaDeviceSynchronize();
    inc<<<5, 256, 0, s>>>(d, C + 1); // @first
    inc<<<5, 256, 0, t>>>(d + C, C + 1); //~ inter-kernel-race with @first
    cudaDeviceSynchronize();
    cudaFree(d);
}
