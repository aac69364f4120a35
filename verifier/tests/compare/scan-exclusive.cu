// kverify compare --block 32 --grid 1: right is equivalent, wrong is different.
void reference(const int* x, int* y, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        y[i] = sum;
        sum += x[i];
    }
}

__global__ void right(const int* x, int* y, int n) {
    int t = threadIdx.x;
    int v = t < n ? x[t] : 0, own = v;
    for (int s = 1; s < 32; s *= 2) {
        int before = __shfl_up_sync(0xffffffff, v, s);
        if (t >= s) v += before;
    }
    if (t < n) y[t] = v - own;
}

__global__ void wrong(const int* x, int* y, int n) {
    int t = threadIdx.x;
    int v = t < n ? x[t] : 0, own = v;
    for (int s = 1; s < 32; s *= 2) {
        int before = __shfl_up_sync(0xffffffff, v, s);
        if (t >= s) v += before;
    }
    if (t < n) y[t] = v;
}
