// Pieces that lie one behind the other, and streams of arrays that are waited for in turn.
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
        cudaStreamSynchronize(s[k]);
        for (int i = 0; i < n; i++)
            h[k][i] = b * i;
        cudaMemcpyAsync(d[k], h[k], n * 4, cudaMemcpyHostToDevice, s[k]);
        inc<<<16, 256, 0, s[k]>>>(d[k], n);
        cudaMemcpyAsync(h[k], d[k], n * 4, cudaMemcpyDeviceToHost, s[k]);
    }
    cudaDeviceSynchronize();
    printf("%d\n", h[0][0]);
    for (int i = 0; i < 2; i++) {
        cudaFreeHost(h[i]);
        cudaFree(d[i]);
        cudaStreamDestroy(s[i]);
    }
}

void one_behind_the_other() {
    const int C = 1024;
    int *d;
    cudaStream_t s, t;
    cudaMalloc(&d, 2 * C * sizeof(int));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMemset(d, 0, 2 * C * sizeof(int));
    cudaDeviceSynchronize();
    inc<<<5, 256, 0, s>>>(d, C);
    inc<<<5, 256, 0, t>>>(d + C, C);
    cudaDeviceSynchronize();
    cudaFree(d);
}
