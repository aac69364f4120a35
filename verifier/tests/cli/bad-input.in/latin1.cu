// café
__global__ void latin(int *a) { a[threadIdx.x] = 1; }
