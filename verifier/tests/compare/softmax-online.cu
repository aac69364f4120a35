// kverify compare --block 1 --grid 1 --assume n<=24: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    float m = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++) m = fmaxf(m, x[i]);
    for (int i = 0; i < n; i++) sum += expf(x[i] - m);
    for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / sum;
}

__global__ void right(const float* x, float* y, int n) {
    float m = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++) {
        float next = fmaxf(m, x[i]);
        sum = sum * expf(m - next) + expf(x[i] - next);
        m = next;
    }
    for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / sum;
}

__global__ void wrong(const float* x, float* y, int n) {
    float m = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++) {
        float next = fmaxf(m, x[i]);
        sum = sum + expf(x[i] - next);
        m = next;
    }
    for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / sum;
}
