__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void scale(int m, float *v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) v[i] = 2.0f * v[i];
}
