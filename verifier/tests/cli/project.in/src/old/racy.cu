__global__ void all(int *a) { a[0] = threadIdx.x; }
