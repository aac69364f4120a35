// Arrays of buffers, filled in one loop and used in the next.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }

// Each loop has as many iterations as the other.
void as_many(int count, int n) {
    float *parts[16];
    for (int k = 0; k < count; ++k) cudaMalloc(&parts[k], n * sizeof(float));
    for (int k = 0; k < count; ++k) fill<<<1, 256>>>(parts[k], n);
    cudaDeviceSynchronize();
    for (int k = 0; k < count; ++k) cudaFree(parts[k]);
}

void streams_of_their_own(float *h, int count, int n) {
    float *parts[16];
    cudaStream_t streams[16];
    for (int k = 0; k < count; ++k) {
        cudaStreamCreate(&streams[k]);
        cudaMalloc(&parts[k], n * sizeof(float));
    }
    for (int k = 0; k < count; ++k) fill<<<1, 256, 0, streams[k]>>>(parts[k], n);
    for (int k = 0; k < count; ++k) cudaStreamSynchronize(streams[k]);
    for (int k = 0; k < count; ++k) cudaMemcpy(h + k * n, parts[k], n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int k = 0; k < count; ++k) cudaFree(parts[k]);
}

void by_pointer(int count, int n) {
    float *parts[8];
    for (int k = 0; k < count; ++k) cudaMalloc(parts + k, n * sizeof(float));
    for (int k = count - 1; k >= 0; --k) cudaFree(*(parts + k));
}

// The table is filled on the host, sent, and the kernel writes through it.
__global__ void fill_all(float **table, int n) { table[blockIdx.x][threadIdx.x] = n; }
void table_of_pointers(int count, int n) {
    float **host = (float **)malloc(count * sizeof(float *)), **table;
    for (int k = 0; k < count; ++k) cudaMalloc((void **)&host[k], n * sizeof(float));
    cudaMalloc(&table, count * sizeof(float *));
    cudaMemcpy(table, host, count * sizeof(float *), cudaMemcpyHostToDevice);
    fill_all<<<count, 256>>>(table, n);
    cudaDeviceSynchronize();
    for (int k = 0; k < count; ++k) cudaFree(host[k]);
    cudaFree(table);
    free(host);
}
