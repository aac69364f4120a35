__global__ void grid_stride_nchw_to_nhwc(const float *in, float *out, int n, int C, int H, int W) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int w = i % W;
        int h = i / W % H;
        int c = i / (W * H) % C;
        int b = i / (W * H * C);
        out[((b * H + h) * W + w) * C + c] = in[i] + i;
        // instead: out[((b * H + h) * W + h) * C + c] = in[i] + i;
    }
}

__global__ void grid_stride_transpose(const float *in, float *out, int rows, int cols) {
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += stride) {
        int r = i / cols;
        int c = i - r * cols;
        out[c * rows + r] = in[i];
        // instead: out[c * rows + r / 2] = in[i];
    }
}

__global__ void rows_over_blocks(const float *in, float *out, int R, int W, int ld) {
    if (ld < W) return;
    for (int r = blockIdx.x; r < R; r += gridDim.x)
        for (int c = threadIdx.x; c < W; c += blockDim.x)
            // instead: for (int c = threadIdx.x; c < W + blockDim.x; c += blockDim.x)
            out[r * ld + c] = in[r * W + c] + r + c;
}

__global__ void fourier_stage(float *x, int pairs, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    int j = i % half;
    int k = i / half;
    int top = k * 2 * half + j;
    // instead: int top = k * half + j;
    float a = x[top];
    float b = x[top + half];
    x[top] = a + b + i;
    x[top + half] = a - b;
}

__global__ void hadamard_of_rows(float *x, int n, int length, int half) {
    if (half < 1 || length % (2 * half) != 0) return;
    // instead: if (half < 1 || length < 2 * half) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pairs = length / 2;
    int row = i / pairs;
    int p = i % pairs;
    int at = row * length + p / half * 2 * half + p % half;
    float a = x[at];
    float b = x[at + half];
    x[at] = a + b + i;
    x[at + half] = a - b;
}

__global__ void stages_in_a_block(float *x, int ld) {
    if (ld < 4 * blockDim.x) return;
    int base = blockIdx.x * ld;
    for (int half = 1; half <= blockDim.x; half *= 2) {
        int j = threadIdx.x % half;
        int top = base + threadIdx.x / half * 2 * half + j;
        // instead: int top = base + threadIdx.x / half * half + j;
        float a = x[top];
        float b = x[top + half];
        x[top] = a + b + threadIdx.x;
        x[top + half] = a - b - threadIdx.x;
        __syncthreads();
    }
}

__global__ void planes_per_thread(const float *in, float *out, int n, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < K; k++) {
        out[k * n + i] = in[i] + i;
        // instead: out[k * K + i] = in[i] + i;
    }
}

__global__ void filter_taps_by_threads(const float *in, float *out, int C, int K, int ld) {
    if (ld < C * K * K) return;
    for (int j = threadIdx.x; j < C * K * K; j += blockDim.x) {
        int kx = j % K;
        int ky = j / K % K;
        int c = j / (K * K);
        out[blockIdx.x * ld + (kx * K + ky) * C + c] = in[blockIdx.x * C * K * K + j];
        // instead: out[blockIdx.x * ld + (kx * K + kx) * C + c] = in[blockIdx.x * C * K * K + j];
    }
}

__global__ void grid_stride_float4(const float4 *in, float4 *out, int n4, int W4, int ld4) {
    if (W4 > ld4) return;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int r = i / W4;
        int v = i % W4;
        out[r * ld4 + v] = in[i];
        // instead: out[r * ld4 / 2 + v] = in[i];
    }
}

__global__ void grid_stride_size_t(const float *in, float *out, size_t n, size_t C, size_t P) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        size_t p = i % P;
        size_t c = (i / P) % C;
        // instead: size_t c = (i / P) % P;
        size_t b = i / (P * C);
        out[(b * P + p) * C + c] = in[i] + i;
    }
}

__global__ void grid_stride_in_two_axes(const float *in, float *out, int H, int W, int C) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < H; y += gridDim.y * blockDim.y) {
        for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < W * C; q += gridDim.x * blockDim.x) {
            int c = q % C;
            int w = q / C;
            out[(c * H + y) * W + w] = in[y * W * C + q];
            // instead: out[(c * H + w) * W + y] = in[y * W * C + q];
        }
    }
}

__global__ void planes_over_z(const float *in, float *out, int B, int C, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= W) return;
    for (int z = blockIdx.z; z < B * C; z += gridDim.z) {
        // instead: for (int z = blockIdx.z; z <= B * C; z += gridDim.z) {
        int c = z % C;
        int b = z / C;
        out[(c * B + b) * W + x] = in[z * W + x] + z;
    }
}

__global__ void grid_stride_im2col(const float *in, float *col, int n, int H, int W, int K) {
    int OH = H - K + 1;
    int OW = W - K + 1;
    if (OH < 1 || OW < 1) return;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int x = i % OW;
        int y = i / OW % OH;
        int c = i / (OW * OH);
        float *to = col + (c * K * K * OH + y) * OW + x;
        // instead: float *to = col + (c * K * OH + y) * OW + x;
        const float *from = in + (c * H + y) * W + x;
        for (int ky = 0; ky < K; ky++)
            for (int kx = 0; kx < K; kx++)
                to[(ky * K + kx) * OH * OW] = from[ky * W + kx] + i;
    }
}

__global__ void run_of_elements_each(const float *in, float *out, int per, int C, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < per; k++) {
        int j = i * per + k;
        // instead: int j = i * (per - 1) + k;
        int p = j % P;
        int c = j / P % C;
        int b = j / (P * C);
        out[(b * P + p) * C + c] = in[j] + i;
    }
}

__global__ void four_strided_elements_each(const float *in, float *out, int n, int W, int ld) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || ld < W) return;
    // instead: if (i > n || ld < W) return;
    for (int k = 0; k < 4; k++) {
        int j = i + k * n;
        out[j / W * ld + j % W] = in[j] + i;
    }
}

__global__ void wavelet_rows(const float *in, float *out, int n, int half, int ld) {
    if (ld < 2 * half) return;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int row = i / half;
        int j = i % half;
        float a = in[row * ld + 2 * j];
        float b = in[row * ld + 2 * j + 1];
        out[row * ld + j] = a + b + i;
        out[row * ld + half + j] = a - b;
        // instead: out[row * ld + half - j] = a - b;
    }
}

__global__ void fold_upper_half(float *x, int n, int half, int ld) {
    if (ld < 2 * half) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int row = i / half;
    int j = i % half;
    x[row * ld + j] += x[row * ld + j + half] + i;
    // instead: x[row * ld + j] += x[row * ld + j + half - 1] + i;
}

__global__ void digits_by_dividing(const float *in, float *out, int n, int A, int B, int C) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int t = i;
        int a = t % A;
        t /= A;
        int b = t % B;
        t /= B;
        // instead: t /= A;
        int c = t % C;
        int d = t / C;
        out[((d * A + a) * B + b) * C + c] = in[i];
    }
}

__global__ void tail_of_blocks(const float *in, float *out, int R, int W, int S) {
    int stride = gridDim.x;
    int row = blockIdx.x;
    while (row < R) {
        int b = row / S;
        int s = row % S;
        int B = (R + S - 1) / S;
        // instead: int B = R / S;
        for (int c = threadIdx.x; c < W; c += blockDim.x) out[(s * B + b) * W + c] = in[row * W + c];
        row += stride;
    }
}

__global__ void strided_rows_of_warps(const float *in, float *out, int R, int W, int lanes) {
    int lane = threadIdx.x % lanes;
    int warps = blockDim.x / lanes;
    int warp = threadIdx.x / lanes;
    if (warp >= warps) return;
    for (int r = blockIdx.x * warps + warp; r < R; r += gridDim.x * warps)
        // instead: for (int r = blockIdx.x * (warps - 1) + warp; r < R; r += gridDim.x * warps)
        for (int c = lane; c < W; c += lanes)
            out[r * W + c] = in[r * W + c] + blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void copies_of_each_tile(const float *in, float *out, int n, int T, int times) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int tile = i / T;
    int at = i % T;
    for (int k = 0; k < times; k++) {
        out[(tile * times + k) * T + at] = in[i] + i;
        // instead: out[(tile * times + k) * times + at] = in[i] + i;
    }
}

__global__ void scatter_box_of_outputs(float *out, int n, int W, int bh, int bw) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % W;
    int y = i / W;
    for (int k = 0; k < bh * bw; k++) {
        int dy = k / bw;
        int dx = k % bw;
        out[(y * bh + dy) * (W * bw) + x * bw + dx] = i;
        // instead: out[(y * bh + dx) * (W * bw) + x * bw + dy] = i;
    }
}

__global__ void tile_with_a_rim(const float *in, float *out, int C, int H, int W, int K) {
    extern __shared__ float tile[];
    const int columns = blockDim.x + K - 1, rows = blockDim.y + K - 1;
    for (int c = 0; c < C; c++)
        for (int i = threadIdx.y; i < rows; i += blockDim.y)
            for (int j = threadIdx.x; j < columns; j += blockDim.x)
                // instead: for (int j = threadIdx.x; j <= columns; j += blockDim.x)
                tile[(c * rows + i) * columns + j] = in[(c * H + blockIdx.y * blockDim.y + i) * W + blockIdx.x * blockDim.x + j];
}

__global__ void groups_of_channels(float *out, int N, int C, int HW, int G) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (C < 0 || i >= N * G) return;
    int n = i / G, g = i % G;
    for (int c = 0; c < C / G; c++)
        // instead: for (int c = 0; c <= C / G; c++)
        for (int p = 0; p < HW; p++)
            out[(n * C + g * (C / G) + c) * HW + p] = i;
}
