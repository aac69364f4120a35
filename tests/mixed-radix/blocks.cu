__global__ void planes_in_z(const float *in, float *out, int B, int C, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z % C;
    int b = blockIdx.z / C;
    // instead: int b = blockIdx.z / C % C;
    if (x >= W || y >= H || b >= B) return;
    int at = ((b * C + c) * H + y) * W + x;
    out[at] = in[((blockIdx.z * H) + y) * W + x];
}

__global__ void planes_in_z_to_channels_last(const float *in, float *out, int C, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H) return;
    int c = blockIdx.z % C;
    int b = blockIdx.z / C;
    out[((b * H + y) * W + x) * C + c] = in[((b * C + c) * H + y) * W + x];
    // instead: out[((b * H + y) * W + x) + C * c] = in[((b * C + c) * H + y) * W + x];
}

__global__ void transpose_each_plane(const float *in, float *out, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < W && y < H) {
        // instead: if (x < W) {
        int z = blockIdx.z;
        out[(z * W + x) * H + y] = in[(z * H + y) * W + x];
    }
}

__global__ void row_per_block(const float *in, float *out, int B, int S, int W) {
    int b = blockIdx.x / S;
    int s = blockIdx.x % S;
    int col = threadIdx.x;
    if (b >= B || col >= W) return;
    // instead: if (b > B || col >= W) return;
    out[(s * B + b) * W + col] = in[blockIdx.x * W + col];
}

__global__ void column_tiles_of_rows(float *out, int tiles, int W, int ld) {
    if (W > ld) return;
    int tile = blockIdx.x % tiles;
    int row = blockIdx.x / tiles;
    // instead: int row = blockIdx.x / (tiles + 1);
    int col = tile * blockDim.x + threadIdx.x;
    if (col < W) out[row * ld + col] = blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void output_tiles_in_one_line(const float *in, float *out, int N, int across) {
    int bm = blockIdx.x / across;
    int bn = blockIdx.x % across;
    int row = bm * blockDim.y + threadIdx.y;
    int col = bn * blockDim.x + threadIdx.x;
    if (col >= N) return;
    out[row * N + col] = in[col * N + row];
    // instead: out[(row - threadIdx.y) * N + col] = in[col * N + row];
}

__global__ void rows_of_lanes(const float *in, float *out, int L) {
    int lane = threadIdx.x % L;
    int local = threadIdx.x / L;
    int rows = blockDim.x / L;
    if (local >= rows) return;
    // instead: if (local > rows) return;
    int row = blockIdx.x * rows + local;
    out[row * L + lane] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void head_and_batch_blocks(const float *in, float *out, int S, int N, int D) {
    int b = blockIdx.z;
    int n = blockIdx.y % N;
    int s = blockIdx.y / N;
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= S || d >= D) return;
    // instead: if (d >= D) return;
    out[((b * S + s) * N + n) * D + d] = in[((b * N + n) * S + s) * D + d];
}

__global__ void merge_heads_over_depth(const float *in, float *out, int S, int N, int D) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= S) return;
    int b = blockIdx.y / N;
    int n = blockIdx.y % N;
    for (int d = 0; d < D; d++)
        out[((b * S + s) * N + n) * D + d] = in[(blockIdx.y * S + s) * D + d];
        // instead: out[(b * S + s) * N * D + n + d] = in[(blockIdx.y * S + s) * D + d];
}

__global__ void grid_in_two_dimensions(float *out, int ld) {
    if (blockDim.x > ld) return;
    // instead: if (blockDim.x > ld + 1) return;
    int row = blockIdx.y * gridDim.x + blockIdx.x;
    out[row * ld + threadIdx.x] = row * blockDim.x + threadIdx.x;
}

__global__ void thread_cube_from_line(const float *in, float *out, int X, int Y) {
    int t = threadIdx.x;
    int tx = t % X;
    int ty = t / X % Y;
    int tz = t / (X * Y);
    int base = blockIdx.x * blockDim.x;
    if (blockDim.x % (X * Y) != 0) return;
    int Z = blockDim.x / (X * Y);
    out[base + (tx * Y + ty) * Z + tz] = in[base + t];
    // instead: out[base + (tx * Y + ty) * X + tz] = in[base + t];
}

__global__ void channels_on_threads(const float *in, float *out, int H, int W, int C) {
    int c = threadIdx.x;
    if (c >= C) return;
    int w = blockIdx.x % W;
    int h = blockIdx.x / W % H;
    int b = blockIdx.x / (W * H);
    out[((b * C + c) * H + h) * W + w] = in[blockIdx.x * C + c];
    // instead: out[((b * C + h) * H + c) * W + w] = in[blockIdx.x * C + c];
}

__global__ void parts_of_the_inner_sum(float *work, int M, int N, int parts) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    int part = blockIdx.y % parts;
    int m = blockIdx.y / parts;
    if (n >= N || m >= M) return;
    // instead: if (n >= N || m > M) return;
    work[(part * M + m) * N + n] = m * parts + part + n;
}

__global__ void three_digits_of_z(const float *in, float *out, int T, int C, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= W) return;
    int c = blockIdx.z % C;
    int t = blockIdx.z / C % T;
    // instead: int t = blockIdx.z % T;
    int b = blockIdx.z / (C * T);
    out[((b * C + c) * T + t) * W + x] = in[blockIdx.z * W + x];
}

__global__ void blocks_of_threads_in_three(const float *in, float *out, int H, int W, int ld) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= W || y >= H || ld < W) return;
    out[(z * H + y) * ld + x] = in[(z * H + y) * W + x];
    // instead: out[(blockIdx.z * H + y) * ld + x] = in[(z * H + y) * W + x];
}

__global__ void tile_through_shared(const float *in, float *out, int C, int H, int W) {
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int b = blockIdx.z / C;
    int c = blockIdx.z % C;
    if (x < W && y < H) tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[((b * C + c) * H + y) * W + x];
    // instead: if (x < W && y < H) tile[threadIdx.y * (blockDim.x - 1) + threadIdx.x] = in[((b * C + c) * H + y) * W + x];
    __syncthreads();
    int u = threadIdx.y * blockDim.x + threadIdx.x;
    int ty = u % blockDim.y;
    int tx = u / blockDim.y;
    int ox = blockIdx.x * blockDim.x + tx;
    int oy = blockIdx.y * blockDim.y + ty;
    if (ox < W && oy < H) out[((b * W + ox) * H + oy) * C + c] = tile[ty * (blockDim.x + 1) + tx];
}

__global__ void batch_in_y_depth_in_z(const float *in, float *out, int D, int P, int C) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= P) return;
    int b = blockIdx.y;
    int d = blockIdx.z / C;
    int c = blockIdx.z - d * C;
    if (d >= D) return;
    out[((b * D + d) * P + p) * C + c] = in[((b * C + c) * D + d) * P + p];
    // instead: out[((b * P + d) * P + p) * C + c] = in[((b * C + c) * D + d) * P + p];
}

__global__ void sub_tiles_of_a_block(const float *in, float *out, int T, int W) {
    int t = threadIdx.x;
    int across = blockIdx.x * T + t % T;
    int down = blockIdx.y * T + t / T;
    if (t >= T * T || across >= W) return;
    // instead: if (across >= W) return;
    out[down * W + across] = in[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + t];
}

__global__ void swap_block_order(float *out, int M, int N) {
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int m = block % M;
    int n = block / M;
    if (n >= N) return;
    // instead: if (m >= N) return;
    out[(m * N + n) * blockDim.x + threadIdx.x] = block * blockDim.x + threadIdx.x;
}

__global__ void time_and_feature_blocks(const float *in, float *out, unsigned T, unsigned F, unsigned ld) {
    unsigned f = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned t = blockIdx.x % T;
    unsigned b = blockIdx.x / T;
    if (f >= F || ld < T) return;
    // instead: if (ld < T) return;
    out[(b * F + f) * ld + t] = in[blockIdx.x * F + f];
}

__global__ void both_ids_split(const float *in, float *out, int G, int K) {
    int g = blockIdx.x % G;
    int r = blockIdx.x / G;
    int k = threadIdx.x % K;
    int q = threadIdx.x / K;
    int Q = (blockDim.x + K - 1) / K;
    // instead: int Q = (blockDim.x + K - 1) / K - 1;
    out[((r * Q + q) * G + g) * K + k] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
