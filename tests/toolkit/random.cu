// Random numbers: a generator that two threads share is written by both.
#include <curand_kernel.h>

// kverify: block=64 grid=2
__global__ void seed_free(curandState *states, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

// kverify: block=64 grid=2
__global__ void draw_free(curandState *states, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState mine = states[i];
    out[i] = curand_uniform(&mine) + curand_normal(&mine);
    states[i] = mine;
}

// kverify: block=64 grid=2
__global__ void draw_racy(curandState *states, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curand_uniform(&states[blockIdx.x]);
}
