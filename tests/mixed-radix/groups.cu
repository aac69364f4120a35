__global__ void channel_shuffle(const float *in, float *out, int total, int groups, int per_group, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int C = groups * per_group;
    int p = i % P;
    int c = i / P % C;
    int b = i / (P * C);
    int group_idx = c / per_group;
    int channel_idx = c % per_group;
    out[(b * C + channel_idx * groups + group_idx) * P + p] = in[i] + i;
    // instead: out[(b * C + channel_idx * per_group + group_idx) * P + p] = in[i] + i;
}

__global__ void channel_unshuffle(const float *in, float *out, int B, int groups, int per_group, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * groups * per_group * P) return;
    int p = i % P;
    int group_idx = i / P % groups;
    int channel_idx = i / (P * groups) % per_group;
    int b = i / (P * groups * per_group);
    out[((b * groups + group_idx) * per_group + channel_idx) * P + p] = in[i];
    // instead: out[(b * groups + group_idx * per_group + channel_idx) * P + p] = in[i];
}

__global__ void shuffle_divisible_channels(const float *in, float *out, int total, int C, int groups) {
    if (C % groups != 0) return;
    // instead: if (groups > C) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int per_group = C / groups;
    int c = i % C;
    int b = i / C;
    out[b * C + c % per_group * groups + c / per_group] = in[i] + i;
}

__global__ void repeat_key_heads(const float *in, float *out, int total, int KV, int rep, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int p = i % P;
    int kv = i / P % KV;
    int b = i / (P * KV);
    for (int r = 0; r < rep; r++)
        out[((b * KV + kv) * rep + r) * P + p] = in[i];
        // instead: out[(b * KV * rep + kv + r) * P + p] = in[i];
}

__global__ void group_statistics(float *mean, float *count, int total, int C, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int c = i % C;
    int b = i / C;
    int per_group = (C + groups - 1) / groups;
    if (c % per_group == 0) {
        // instead: if (c % per_group <= 1) {
        mean[b * groups + c / per_group] = i;
        count[b * groups + c / per_group] = per_group;
    }
}

__global__ void query_key_value_apart(const float *in, float *q, float *k, float *v, int n, int E) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int e = i % (3 * E);
    int row = i / (3 * E);
    // instead: int row = i / (4 * E);
    int which = e / E;
    int at = row * E + e % E;
    if (which == 0)
        q[at] = in[i];
    else if (which == 1)
        k[at] = in[i];
    else
        v[at] = in[i];
}

__global__ void join_channels(const float *a, const float *b, float *out, int n, int CA, int CB, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int C = CA > CB ? CA : CB;
    int p = i % P;
    int c = i / P % C;
    int s = i / (P * C);
    if (c < CA) out[(s * (CA + CB) + c) * P + p] = a[i] + i;
    if (c < CB) out[(s * (CA + CB) + CA + c) * P + p] = b[i] + i;
    // instead: if (c < CB) out[(s * (CA + CB) + CB + c) * P + p] = b[i] + i;
}

__global__ void gated_halves(const float *in, float *out, float *gate, int n, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row = i / (2 * D);
    int j = i % (2 * D);
    if (j < D)
        // instead: if (j <= D)
        out[row * D + j] = in[i] + i;
    else
        gate[row * D + j - D] = in[i] + i;
}

__global__ void rotate_half(float *x, int n, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int j = i % half;
    int row = i / half;
    int a = row * 2 * half + j;
    float u = x[a];
    float v = x[a + half];
    x[a] = u - v;
    x[a + half] = u + v + i;
    // instead: x[a + half - 1] = u + v + i;
}

__global__ void rotate_pairs(float *x, int n, int pairs, int ld) {
    if (ld < 2 * pairs) return;
    // instead: if (ld < pairs) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row = i / pairs;
    int j = i % pairs;
    x[row * ld + 2 * j] = i;
    x[row * ld + 2 * j + 1] = -i;
}

__global__ void rows_of_float4(const float4 *in, float4 *out, int n, int W4, int ld4) {
    if (ld4 < W4) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i / W4;
    int v = i % W4;
    out[r * ld4 + v] = in[i];
    // instead: out[r * (ld4 - 1) + v] = in[i];
}

__global__ void float4_into_floats(const float *in, float *out, int n, int packs, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pack = i % packs;
    int r = i / packs % rows;
    int b = i / (packs * rows);
    float4 value = make_float4(i, i + 1, i + 2, i + 3);
    reinterpret_cast<float4 *>(out + (b * rows + r) * packs * 4)[pack] = value;
    // instead: reinterpret_cast<float4 *>(out + (b * rows + r) * packs)[pack] = value;
}

__global__ void four_outputs_each(float *out, int n, int Q, int ld) {
    if (ld < 4 * Q) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int q = i % Q;
    int r = i / Q;
    int at = r * ld + 4 * q;
    // instead: int at = r * ld + 3 * q;
    out[at] = i;
    out[at + 1] = i + 1;
    out[at + 2] = i + 2;
    out[at + 3] = i + 3;
}

__global__ void vector_of_any_width(const float *in, float *out, int n, int packs, int V, int ld) {
    if (ld < packs * V) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pack = i % packs;
    int r = i / packs;
    for (int v = 0; v < V; v++)
        out[r * ld + pack * V + v] = in[r * packs * V + pack * V + v];
        // instead: out[r * ld + pack + v] = in[r * packs * V + pack * V + v];
}

__global__ void four_planes_each(const float4 *in, float *out, int total, int C, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int p = i % P;
    int c4 = i / P % C;
    int b = i / (P * C);
    float4 value = in[i];
    float *plane = out + (b * C + c4) * 4 * P + p;
    // instead: float *plane = out + (b * C + c4) * 3 * P + p;
    plane[0] = value.x;
    plane[P] = value.y + i;
    plane[2 * P] = value.z;
    plane[3 * P] = value.w + i;
}

__global__ void bytes_with_pitch(const float *in, char *out, int n, int W, int ld) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || ld < W) return;
    // instead: if (i >= n || ld < W / 4) return;
    char value = (char)i;
    out[i / W * ld + i % W] = value;
}

__global__ void scale_of_each_group(const float *in, float *scale, int n, int G) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % G == 0) scale[i / G] = in[i] + i;
    // instead: if (i % G == 0) scale[i / G % G] = in[i] + i;
}

__global__ void quantised_blocks(const float *in, float *scale, float *q, int n, int rows, int G) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int lane = i % G;
    int r = i / G % rows;
    int k = i / (G * rows);
    q[(k * G + lane) * rows + r] = in[i];
    if (lane == G - 1) scale[k * rows + r] = in[i] + i;
    // instead: if (lane < G - 1) scale[k * rows + r] = in[i] + i;
}

__global__ void experts_by_slot(const float *in, float *out, int E, int cap, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int d = i % D;
    int slot = i / D % cap;
    int e = i / (D * cap);
    if (e >= E) return;
    // instead: if (slot >= E) return;
    out[(slot * E + e) * D + d] = in[i] + i;
}

__global__ void pages_of_a_cache(const float *in, float *cache, int total, int S, int N, int D, int page) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int d = i % D;
    int n = i / D % N;
    int s = i / (D * N) % S;
    int b = i / (D * N * S);
    int pages = (S + page - 1) / page;
    // instead: int pages = (S - 1) / page;
    cache[(((b * pages + s / page) * N + n) * page + s % page) * D + d] = in[i] + i;
}

__global__ void swap_inner_factors(float *out, int total, int G, int R, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int c = i % (G * R * S);
    int b = i / (G * R * S);
    int r = c % R;
    int s = c / R % S;
    // instead: int s = c / R % G;
    int g = c / (R * S);
    out[b * (G * R * S) + (r * G + g) * S + s] = i;
}

__global__ void grouped_tile_order(float *out, int M, int N, int G) {
    int block = blockIdx.x;
    int group = block / (G * N);
    int first = group * G;
    int size = M - first < G ? M - first : G;
    if (block >= M * N) return;
    int m = first + block % (G * N) % size;
    int n = block % (G * N) / size;
    // instead: int n = block % (G * N) / G;
    if (threadIdx.x == 0) out[m * N + n] = block;
}

__global__ void depthwise_filters(const float *in, float *out, int total, int groups, int mult, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int k = i % (K * K);
    int m = i / (K * K) % mult;
    int g = i / (K * K * mult) % groups;
    int l = i / (K * K * mult * groups);
    out[((l * mult + m) * K * K + k) * groups + g] = in[i] + i;
    // instead: out[((l * mult + m) * K * K + k) * mult + g] = in[i] + i;
}

__global__ void one_hot_rows(float *out, const int *label, int n, int classes, int ld) {
    if (classes > ld) return;
    // instead: if (classes > 2 * ld) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row = i / classes;
    int k = i % classes;
    out[row * ld + k] = label[row] == k ? i + 1 : -i;
}
