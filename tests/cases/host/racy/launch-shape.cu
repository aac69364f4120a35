// Launches that no device takes.
#include <cstdio>
#include <cstdlib>

// expect: proved
__global__ void fill(float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i; }
__global__ void use(float *__restrict__ out, const float *__restrict__ in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
__global__ void count(unsigned *bins, const unsigned char *data) { atomicAdd(&bins[data[threadIdx.x]], 1u); }

void too_many(float *d, int n) {
    dim3 block(2048);
    fill<<<1, block>>>(d, n); //~ launch-shape
}

// expect: unknown
__global__ void never(float *out) { out[threadIdx.x] = threadIdx.x; }

void none(float *d) {
    int n = 100;
    never<<<n / 256, 256>>>(d); //~ launch-shape
}

void too_much_shared(float *d, int n) {
    fill<<<1, 256, 256 * 1024>>>(d, n); //~ launch-shape
}
