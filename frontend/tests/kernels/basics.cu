struct P { int n; float *data; };
__device__ float sq(float x) { if (x < 0) return 0; return x * x; }
__device__ void put(int &r, int v) { r = v; }
__global__ void k(float *A, const float *B, int n, P p) {
  __shared__ float s[256];
  extern __shared__ int dyn[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j; put(j, i + 1);
  if (i < n && j > 2) s[threadIdx.x] = B[i];
  __syncthreads();
  float acc = 0;
  for (int k = 0; k < 16; ++k) acc += s[(threadIdx.x + k) % 256];
  dyn[threadIdx.x] = j;
  A[i] = sq(acc) + (i > 3 ? 1.0f : 2.0f) + p.data[p.n];
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  unsigned char c = 3; c += 300; c <<= 1;
  switch (n) { case 1: case 2: j = 3; break; default: j = 4; }
  atomicAdd(&A[0], 1.0f);
  int arr[4] = {1,2};
  arr[n] = arr[1];
}
template<typename T, int BLOCK> __global__ void tk(T *a) { __shared__ T s[BLOCK]; s[threadIdx.x] = a[threadIdx.x]; }
