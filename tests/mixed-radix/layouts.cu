__global__ void nchw_to_nhwc(const float *in, float *out, int B, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * C * H * W) return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H) % C;
    int b = i / (W * H * C);
    out[((b * H + h) * W + w) * C + c] = in[i] + i;
    // instead: out[((b * H + h) * W + w) + c] = in[i] + i;
}

__global__ void nhwc_to_nchw(float *out, int total, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int rest = i;
    int c = rest % C;
    rest /= C;
    int w = rest % W;
    rest /= W;
    int h = rest % H;
    int b = rest / H;
    // instead: int b = rest / H % C;
    out[((b * C + c) * H + h) * W + w] = i;
}

__global__ void transpose_flat(const float *in, float *out, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    // instead: if (i > rows * cols) return;
    int r = i / cols;
    int c = i % cols;
    out[c * rows + r] = in[i] + i;
}

__global__ void heads_before_sequence(const float *in, float *out, int total, int S, int N, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) {
        int d = i % D;
        int n = (i / D) % N;
        int s = (i / (D * N)) % S;
        int b = i / (D * N * S);
        out[((b * N + n) * S + s) * D + d] = in[i];
        // instead: out[((b * N + n) * N + s) * D + d] = in[i];
    }
}

__global__ void reverse_axes(float *out, int B, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * C * H * W) {
        int w = i % W;
        int h = (i / W) % H;
        // instead: int h = (i / W) % W;
        int c = (i / (W * H)) % C;
        int b = i / (W * H * C);
        out[((w * H + h) * C + c) * B + b] = i;
    }
}

__global__ void split_query_key_value(const float *qkv, float *out, int total, int S, int N, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int d = i % D;
    int n = i / D % N;
    int part = i / (D * N) % 3;
    int s = i / (D * N * 3) % S;
    int b = i / (D * N * 3 * S);
    out[(((b * 3 + part) * N + n) * S + s) * D + d] = qkv[i] + i;
    // instead: out[(((b * 2 + part) * N + n) * S + s) * D + d] = qkv[i] + i;
}

__global__ void rows_with_pitch(const float *in, float *out, int n, int W, int ld) {
    if (ld < W) return;
    // instead: if (ld < W - 1) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i / W;
    int c = i % W;
    out[r * ld + c] = in[i] + i;
}

__global__ void pad_border(const float *in, float *out, int total, int C, int H, int W, int pad) {
    if (pad < 0) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H) % C;
    int b = i / (W * H * C);
    int PH = H + 2 * pad;
    int PW = W + 2 * pad;
    // instead: int PW = W - pad;
    out[((b * C + c) * PH + h + pad) * PW + w + pad] = i;
}

__global__ void volume_to_channels_last(float *out, int total, int C, int D, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int w = i % W;
    int h = (i / W) % H;
    int d = (i / (W * H)) % D;
    // instead: int d = (i / (W * H)) % C;
    int c = (i / (W * H * D)) % C;
    int b = i / (W * H * D * C);
    out[(((b * D + d) * H + h) * W + w) * C + c] = i;
}

__global__ void batch_innermost(const float *in, float *out, size_t B, size_t C, size_t H, size_t W) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * C * H * W) return;
    size_t p = i % (H * W);
    size_t c = i / (H * W) % C;
    size_t b = i / (H * W * C);
    out[(c * H * W + p) * B + b] = in[i] + i;
    // instead: out[(c * H + p) * B + b] = in[i] + i;
}

__global__ void pack_channels_by_four(const float *in, float *out, int total, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H) % C;
    int b = i / (W * H * C);
    int packs = (C + 3) / 4;
    // instead: int packs = C / 4;
    out[(((b * packs + c / 4) * H + h) * W + w) * 4 + c % 4] = in[i] + i;
}

__global__ void channel_blocks(float *out, int total, int C, int P, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int p = i % P;
    int c = i / P % C;
    int b = i / (P * C);
    int blocks = (C + K - 1) / K;
    int block = c / K;
    int lane = c % K;
    out[((b * blocks + block) * P + p) * K + lane] = i;
    // instead: out[((b * blocks + block) * P + lane) * K + p] = i;
}

__global__ void rows_to_square_tiles(const float *in, float *out, int n, int W, int T) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i / W;
    int c = i % W;
    int tiles = (W + T - 1) / T;
    int tile = (r / T) * tiles + c / T;
    // instead: int tile = (r / T) * tiles + c % T;
    out[tile * T * T + (r % T) * T + c % T] = in[i];
}

__global__ void interleave_planes(const float *in, float *out, int planes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * n) return;
    int p = i / n;
    int k = i - p * n;
    out[k * planes + p] = in[i] + i;
    // instead: out[k * n + p] = in[i] + i;
}

__global__ void separate_planes(float *out, int planes, int ld) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int p = i % planes;
    int k = i / planes;
    if (k >= ld) return;
    // instead: if (p >= ld) return;
    out[p * ld + k] = i;
}

__global__ void flip_rows(const float *in, float *out, int n, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int b = i / (W * H);
    out[(b * H + (H - 1 - h)) * W + w] = in[i] + i;
    // instead: out[(b * H + (H - 1 - w)) * W + w] = in[i] + i;
}

__global__ void rotate_quarter(const float *in, float *out, int n, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int b = i / (W * H);
    out[(b * W + w) * H + H - 1 - h] = in[i] + i;
    // instead: out[(b * W + w) * W + H - 1 - h] = in[i] + i;
}

__global__ void roll_along_row(float *out, int n, int L, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || shift < 0) return;
    int l = i % L;
    int b = i / L;
    out[b * L + (l + shift) % L] = i;
    // instead: out[b * L + l % (shift + 1)] = i;
}

__global__ void batch_before_sequence(const float *in, float *out, unsigned S, unsigned B, unsigned E) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= S * B * E) return;
    unsigned e = i % E;
    unsigned b = i / E % B;
    unsigned s = i / (E * B);
    // instead: unsigned s = i / E;
    out[(b * S + s) * E + e] = in[i] + i;
}

__global__ void copy_to_strided(const float *in, float *out, int n, int C, int H, int W, int sb, int sc, int sh) {
    if (sh < W || sc < H * sh || sb < C * sc) return;
    // instead: if (sh < W || sc < H * W || sb < C * sc) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H) % C;
    int b = i / (W * H * C);
    out[b * sb + c * sc + h * sh + w] = in[i] + i;
}

__global__ void crop_corner(const float *in, float *out, int n, int H, int W, int CH, int CW) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int b = i / (W * H);
    if (h >= CH || w >= CW) return;
    // instead: if (h >= CH || w > CW) return;
    out[(b * CH + h) * CW + w] = in[i];
}

__global__ void channels_to_last_of_slice(float *out, int first, int n, int C, int P) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n || first < 0) return;
    int i = first + j;
    // instead: int i = first + j / 2;
    int p = i % P;
    int c = i / P % C;
    int b = i / (P * C);
    out[(b * P + p) * C + c] = j;
}

__global__ void long_rows_to_columns(const float *in, float *out, long long rows, long long cols) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    long long c = i % cols;
    long long r = i / cols;
    out[c * rows + r] = in[i];
    // instead: out[c * cols + r] = in[i];
}

__global__ void wide_index_of_int_sizes(const float *in, float *out, long long total, int C, int T, int P) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int p = i % P;
    int t = (i / P) % T;
    int c = (i / P / T) % C;
    long long b = i / P / T / C;
    out[((b * T + t) * C + c) * P + p] = in[i];
    // instead: out[((b * T + t) * T + c) * P + p] = in[i];
}

__global__ void unsigned_pitch(float *out, unsigned int n, unsigned int W, unsigned int pitch, unsigned int slice) {
    if (pitch < W) return;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned int x = i % W;
    unsigned int y = i / W % slice;
    unsigned int z = i / (W * slice);
    // instead: unsigned int z = i / (W * slice * 2);
    out[(z * slice + y) * pitch + x] = i;
}

__global__ void five_axes_reversed(const float *in, float *out, int A, int B, int C, int D, int E) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= A * B * C * D * E) return;
    int e = i % E;
    int d = i / E % D;
    int c = i / (E * D) % C;
    int b = i / (E * D * C) % B;
    int a = i / (E * D * C * B);
    out[(((e * D + d) * C + c) * B + b) * A + a] = in[i];
    // instead: out[(((e * D + d) * C + c) * B + a) * A + b] = in[i];
}

__global__ void columns_of_padded_rows(const size_t n, const size_t W, const size_t gap, const float *in, float *out) {
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const size_t row = i / W;
    const size_t col = i - row * W;
    out[row * (W + gap) + col] = in[i];
    // instead: out[row * (W - W / 2) + col] = in[i];
}
