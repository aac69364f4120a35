// kverify: block=64 grid=1
// kverify: assume width >= 64
__global__ void rows(int *a, int width) { a[blockIdx.x * width + threadIdx.x] = 1; }

// kverify: assume wdth >= 64
__global__ void columns(int *a, int width) { a[threadIdx.x * width] = 1; }
