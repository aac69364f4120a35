// kverify compare --block 16 --grid 1 --arg n=64: right is equivalent, wrong is different.
void reference(const float* a, float* b, int n) {
    for (int i = 0; i < n; i++) b[i] = a[i];
}

__global__ void right(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        int4 v = ((const int4*)a)[i];
        ((int4*)b)[i] = v;
    }
}

__global__ void wrong(const float* a, float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        int4 v = ((const int4*)a)[i];
        v.w = v.z;
        ((int4*)b)[i] = v;
    }
}
