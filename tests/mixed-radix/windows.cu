__global__ void im2col_window_per_thread(const float *in, float *col, int C, int H, int W, int K) {
    if (K > H || K > W) return;
    int OH = H - K + 1;
    int OW = W - K + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= C * OH * OW) return;
    int x = i % OW;
    int y = i / OW % OH;
    int c = i / (OW * OH);
    for (int ky = 0; ky < K; ky++) {
        for (int kx = 0; kx < K; kx++) {
            col[((c * K + ky) * K + kx) * OH * OW + y * OW + x] = in[(c * H + y + ky) * W + x + kx];
            // instead: col[((c + ky) * K + kx) * OH * OW + y * OW + x] = in[(c * H + y + ky) * W + x + kx];
        }
    }
}

__global__ void im2col_element_per_thread(const float *in, float *col, int n, int C, int H, int W, int K) {
    if (H < K || W < K) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int OW = W - K + 1;
    int x = i % OW;
    int t = i / OW;
    int OH = H - K + 1;
    int y = t % OH;
    t /= OH;
    int kx = t % K;
    int ky = t / K % K;
    int c = t / (K * K);
    // instead: int c = t / (K * K) % C;
    col[(y * OW + x) + ((c * K + ky) * K + kx) * OH * OW] = in[(c * H + y + ky) * W + x + kx] + i;
}

__global__ void im2row(const float *in, float *row, int C, int H, int W, int KH, int KW) {
    if (KH > H || KW > W) return;
    int OH = H - KH + 1;
    int OW = W - KW + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= C * OH * OW) return;
    int x = i % OW;
    int y = (i / OW) % OH;
    int c = i / (OW * OH);
    for (int k = 0; k < KH * KW; k++)
        row[((y * OW + x) * C + c) * KH * KW + k] = in[(c * H + y + k / KW) * W + x + k % KW] + i;
        // instead: row[((y * OH + x) * C + c) * KH * KW + k] = in[(c * H + y + k / KW) * W + x + k % KW] + i;
}

__global__ void unfold_sequence(const float *in, float *out, int n, int L, int K) {
    int T = L - K + 1;
    if (T <= 0) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int t = i % T;
    int b = i / T;
    for (int k = 0; k < K; ++k)
        out[(b * T + t) * K + k] = in[b * L + t + k] + i;
        // instead: out[b * T * K + t + k] = in[b * L + t + k] + i;
}

__global__ void max_pool(const float *in, float *out, int B, int C, int H, int W, int K) {
    int OH = H / K;
    int OW = W / K;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * C * OH * OW) return;
    int x = i % OW;
    int y = i / OW % OH;
    int c = i / (OW * OH) % C;
    int b = i / (OW * OH * C);
    float best = in[((b * C + c) * H + y * K) * W + x * K];
    for (int k = 1; k < K * K; k++)
        best = fmaxf(best, in[((b * C + c) * H + y * K + k / K) * W + x * K + k % K]);
    out[((b * OH + y) * OW + x) * C + c] = best + i;
    // instead: out[((b * OH + y) * OW + x) * K + c] = best + i;
}

__global__ void average_pool_strided(float *out, int C, int H, int W, int K, int stride) {
    if (H < K || W < K) return;
    int OH = (H - K) / stride + 1;
    int OW = (W - K) / stride + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= C * OH * OW) return;
    int x = i % OW;
    int y = i / OW % OH;
    int c = i / (OW * OH);
    out[(y * OW + x) * C + c] = i;
    // instead: out[y * OW + x * C + c] = i;
}

__global__ void unpool_nearest(const float *in, float *out, int n, int H, int W, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H);
    for (int ky = 0; ky < K; ky++)
        for (int kx = 0; kx < K; kx++)
            out[(c * H * K + h * K + ky) * W * K + w * K + kx] = in[i];
            // instead: out[(c * H * K + h * K + ky) * W * K + w + kx] = in[i];
}

__global__ void upsample_rows(const float *in, float *out, int n, int W, int S) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int r = i / W;
    float value = in[i] + i;
    for (int s = 0; s < S; s++) out[(r * S + s) * W + w] = value;
    // instead: for (int s = 0; s <= S; s++) out[(r * S + s) * W + w] = value;
}

__global__ void pixel_shuffle(const float *in, float *out, int total, int C, int R, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int w = i % W;
    int h = i / W % H;
    int rx = i / (W * H) % R;
    int ry = i / (W * H * R) % R;
    int c = i / (W * H * R * R) % C;
    int b = i / (W * H * R * R * C);
    out[((b * C + c) * H * R + h * R + ry) * W * R + w * R + rx] = in[i] + i;
    // instead: out[((b * C + c) * H * R + h * R + ry) * W * R + w + rx] = in[i] + i;
}

__global__ void pixel_unshuffle(const float *in, float *out, int total, int C, int R, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int rest = i;
    int rx = rest % R;
    rest /= R;
    int w = rest % W;
    rest /= W;
    int ry = rest % R;
    // instead: int ry = rest % W;
    rest /= R;
    int h = rest % H;
    int c = rest / H;
    out[(((c * R + ry) * R + rx) * H + h) * W + w] = in[i] + i;
}

__global__ void depth_to_space_channels_last(float *out, int B, int H, int W, int R, int D) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int channels = R * R * D;
    if (i >= B * H * W * channels) return;
    int d = i % D;
    int rx = i / D % R;
    int ry = i / (D * R) % R;
    int w = i / channels % W;
    int h = i / (channels * W) % H;
    int b = i / (channels * W * H);
    int y = h * R + ry;
    int x = w * R + rx;
    out[((b * H * R + y) * W * R + x) * D + d] = i;
    // instead: out[((b * H * R + y) * W + x) * D + d] = i;
}

__global__ void transposed_convolution(const float *in, float *out, int n, int H, int W, int K, int S) {
    if (S < K) return;
    // instead: if (S < K - 1) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H);
    int OH = (H - 1) * S + K;
    int OW = (W - 1) * S + K;
    for (int ky = 0; ky < K; ky++)
        for (int kx = 0; kx < K; kx++)
            out[(c * OH + h * S + ky) * OW + w * S + kx] = in[i] + i;
}

__global__ void insert_zeros(const float *in, float *out, int n, int W, int gap) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || gap < 1) return;
    int OW = (W - 1) * gap + 1;
    int w = i % W;
    int r = i / W;
    out[r * OW + w * gap] = in[i] + i;
    // instead: out[r * OW + w / gap] = in[i] + i;
}

__global__ void patches_of_image(const float *in, float *out, int total, int C, int PH, int PW, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int W = PW * P;
    int H = PH * P;
    int x = i % W;
    int y = i / W % H;
    int c = i / (W * H) % C;
    int b = i / (W * H * C);
    int patch = (b * PH + y / P) * PW + x / P;
    // instead: int patch = (b * PW + y / P) * PW + x / P;
    out[((patch * C + c) * P + y % P) * P + x % P] = in[i] + i;
}

__global__ void image_of_patches(const float *in, float *out, int total, int PH, int PW, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int kx = i % P;
    int ky = i / P % P;
    int px = i / (P * P) % PW;
    int py = i / (P * P * PW) % PH;
    int b = i / (P * P * PW * PH);
    out[(b * PH * P + py * P + ky) * (PW * P) + px * P + kx] = in[i];
    // instead: out[(b * PH * P + py + ky * P) * (PW * P) + px * P + kx] = in[i];
}

__global__ void window_partition(const float *in, float *out, int B, int NH, int NW, int ws, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int W = NW * ws;
    int H = NH * ws;
    if (i >= B * H * W * C) return;
    int c = i % C;
    int x = i / C % W;
    int y = i / (C * W) % H;
    int b = i / (C * W * H);
    int window = (b * NH + y / ws) * NW + x / ws;
    int inside = (y % ws) * ws + x % ws;
    // instead: int inside = (y % ws) + x % ws;
    out[(window * ws * ws + inside) * C + c] = in[i] + i;
}

__global__ void window_reverse(const float *in, float *out, int total, int NH, int NW, int ws, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) return;
    int c = i % C;
    int inside = i / C % (ws * ws);
    int window = i / (C * ws * ws);
    int x = window % NW * ws + inside % ws;
    int y = window / NW % NH * ws + inside / ws;
    // instead: int y = window / NW % NH * ws + inside % ws;
    int b = window / (NW * NH);
    out[((b * NH * ws + y) * NW * ws + x) * C + c] = in[i] + i;
}

__global__ void place_at_offset(const float *in, float *out, int n, int H, int W, int BH, int ld, int oy, int ox) {
    if (oy < 0 || ox < 0 || oy + H > BH || ox + W > ld) return;
    // instead: if (oy < 0 || ox < 0 || oy + H > BH || ox > ld) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int w = i % W;
    int h = i / W % H;
    int b = i / (W * H);
    out[(b * BH + h + oy) * ld + w + ox] = in[i] + i;
}

__global__ void dilated_taps(float *out, int n, int K, int dilation, int span) {
    if (dilation < 1 || span < (K - 1) * dilation + 1) return;
    // instead: if (dilation < 1 || span < K) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = i % K;
    int row = i / K;
    out[row * span + k * dilation] = i;
}

__global__ void padded_strided_im2col(const float *in, float *col, int n, int H, int W, int K, int S, int P) {
    int OH = (H + 2 * P - K) / S + 1;
    int OW = (W + 2 * P - K) / S + 1;
    if (OH <= 0 || OW <= 0) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % OW;
    int y = i / OW % OH;
    int c = i / (OW * OH);
    for (int ky = 0; ky < K; ky++) {
        for (int kx = 0; kx < K; kx++) {
            int iy = y * S - P + ky;
            int ix = x * S - P + kx;
            float value = iy >= 0 && iy < H && ix >= 0 && ix < W ? in[(c * H + iy) * W + ix] : 0;
            col[(((c * K + ky) * K + kx) * OH + y) * OW + x] = value + i;
            // instead: col[(((c * K + ky) * S + kx) * OH + y) * OW + x] = value + i;
        }
    }
}

__global__ void pool_volume(float *out, int n, int C, int D, int H, int W, int K) {
    if (D < K || H < K || W < K) return;
    int OD = D / K, OH = H / K, OW = W / K;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % OW;
    int y = i / OW % OH;
    int z = i / (OW * OH) % OD;
    int c = i / (OW * OH * OD) % C;
    int b = i / (OW * OH * OD * C);
    out[(((b * OD + z) * OH + y) * OW + x) * C + c] = i;
    // instead: out[(((b * OD + z) * OH + y) * OW + x) + c * OW] = i;
}

__global__ void interior_of_stencil(const float *in, float *out, int n, int H, int W) {
    int IW = W - 2;
    int IH = H - 2;
    if (IW < 1 || IH < 1) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % IW + 1;
    int y = i / IW % IH + 1;
    int b = i / (IW * IH);
    out[(b * H + y) * W + x] = in[i] + i;
    // instead: out[(b * H + y) * IW / 2 + x] = in[i] + i;
}

__global__ void space_to_batch(const float *in, float *out, int B, int H, int W, int R) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int OH = (H + R - 1) / R;
    int OW = (W + R - 1) / R;
    // instead: int OW = W / R;
    if (i >= B * H * W) return;
    int x = i % W;
    int y = i / W % H;
    int b = i / (W * H);
    int phase = y % R * R + x % R;
    out[((phase * B + b) * OH + y / R) * OW + x / R] = in[i] + i;
}

__global__ void unsigned_patch_rows(const float *in, float *out, unsigned n, unsigned P, unsigned PW, unsigned C) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = i % C;
    unsigned x = i / C % (P * PW);
    unsigned y = i / (C * P * PW);
    unsigned patch = y / P * PW + x / P;
    out[((patch * P + y % P) * P + x % P) * C + c] = in[i];
    // instead: out[((patch * P + y % P) * C + x % P) * C + c] = in[i];
}
