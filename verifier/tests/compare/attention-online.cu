// kverify compare --block 8 --grid 1 --arg n=6: right is equivalent, wrong is different.
void reference(const float* q, const float* k, const float* v, float* o, int n) {
    for (int r = 0; r < n; r++) {
        float m = -INFINITY, sum = 0, s[8];
        for (int j = 0; j < n; j++) {
            s[j] = 0;
            for (int d = 0; d < 4; d++) s[j] += q[r * 4 + d] * k[j * 4 + d];
            s[j] *= 0.5f;
            m = fmaxf(m, s[j]);
        }
        for (int j = 0; j < n; j++) sum += expf(s[j] - m);
        for (int d = 0; d < 4; d++) {
            float out = 0;
            for (int j = 0; j < n; j++) out += expf(s[j] - m) / sum * v[j * 4 + d];
            o[r * 4 + d] = out;
        }
    }
}

__global__ void right(const float* q, const float* k, const float* v, float* o, int n) {
    int r = threadIdx.x;
    if (r >= n) return;
    float m = -INFINITY, sum = 0, out[4] = {0, 0, 0, 0};
    for (int j = 0; j < n; j++) {
        float s = 0;
        for (int d = 0; d < 4; d++) s += q[r * 4 + d] * k[j * 4 + d];
        s *= 0.5f;
        float next = fmaxf(m, s), scale = expf(m - next), p = expf(s - next);
        sum = sum * scale + p;
        for (int d = 0; d < 4; d++) out[d] = out[d] * scale + p * v[j * 4 + d];
        m = next;
    }
    for (int d = 0; d < 4; d++) o[r * 4 + d] = out[d] / sum;
}

__global__ void wrong(const float* q, const float* k, const float* v, float* o, int n) {
    int r = threadIdx.x;
    if (r >= n) return;
    float m = -INFINITY, sum = 0, out[4] = {0, 0, 0, 0};
    for (int j = 0; j < n; j++) {
        float s = 0;
        for (int d = 0; d < 4; d++) s += q[r * 4 + d] * k[j * 4 + d];
        s *= 0.5f;
        float next = fmaxf(m, s), scale = expf(m - next), p = expf(s - next);
        sum = sum * scale + p;
        for (int d = 0; d < 4; d++) out[d] = out[d] + p * v[j * 4 + d];
        m = next;
    }
    for (int d = 0; d < 4; d++) o[r * 4 + d] = out[d] / sum;
}
