// kverify compare --block 16 --grid 1 --arg n=64: right is equivalent, wrong is different.
void reference(const float* x, const float* y, float* z, int n) {
    for (int i = 0; i < n; i++) z[i] = x[i] + y[i];
}

__global__ void right(const float* x, const float* y, float* z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 a = ((const float4*)x)[i], b = ((const float4*)y)[i];
        ((float4*)z)[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
}

__global__ void wrong(const float* x, const float* y, float* z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 4 < n) {
        float4 a = ((const float4*)x)[i], b = ((const float4*)y)[i];
        ((float4*)z)[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
}
