// kverify compare --block 1 --grid 1 --arg n=12: right is equivalent, wrong is different.
void reference(const float* x, float* y, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += expf(x[i]);
    y[0] = sum;
}

__global__ void right(const float* x, float* y, int n) {
    float m = x[0], sum = 0;
    for (int i = 1; i < n; i++) m = fmaxf(m, x[i]);
    for (int i = 0; i < n; i++) sum += expf(x[i] - m);
    y[0] = sum * expf(m);
}

__global__ void wrong(const float* x, float* y, int n) {
    float m = x[0], sum = 0;
    for (int i = 1; i < n; i++) m = fmaxf(m, x[i]);
    for (int i = 1; i < n; i++) sum += expf(x[i] - m);
    y[0] = sum * expf(m);
}
