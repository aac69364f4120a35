__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void broken(int *a) {
  a[threadIdx.x] = ;
}
