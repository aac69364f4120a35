// A thread's number is taken apart by division with sizes of any sign, and put together in another order: digits of one number are
// smaller than what they are multiplied by, whatever the signs. A division by 0 is undefined.

// expect: proved
__global__ void channels_last(float *out, int n, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W;
    int h = i / W % H;
    int c = i / (W * H) % C;
    int b = i / (W * H * C);
    out[((b * H + h) * W + w) * C + c] = i;
}

__global__ void columns_first(float *out, unsigned n, unsigned C, unsigned H, unsigned W) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned image = i / (C * H * W), rest = i % (C * H * W);
    unsigned c = rest / (H * W), h = rest % (H * W) / W, w = rest % W;
    out[((image * W + w) * H + h) * C + c] = i;
}

// The last quotient is a digit as well where the number has a bound.
__global__ void images_last(float *out, int B, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * C * H * W)
        return;
    int w = i % W, h = i / W % H, c = i / W / H % C, b = i / (W * H * C);
    out[((c * H + h) * W + w) * B + b] = i;
}

__global__ void grid_stride(float *out, int n, int H, int W) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int x = i % W, y = (i / W) % H, z = i / (W * H);
        out[(z * W + x) * H + y] = i;
    }
}

__global__ void groups(float *out, int n, int groups, int channels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int group = i / channels % groups, channel = i % channels, image = i / (channels * groups);
    out[(image * channels + channel) * groups + group] = i;
}

__global__ void shuffled_pixels(float *out, int n, int C, int H, int W, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, h = i / W % H, dx = i / (W * H) % r, dy = i / (W * H * r) % r;
    int c = i / (W * H * r * r) % C, b = i / (W * H * r * r * C);
    out[(((b * C + c) * H + h) * r + dy) * (W * r) + w * r + dx] = i;
}

__global__ void windows(float *out, int n, int K, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, h = i / W % H, c = i / (W * H);
    for (int y = 0; y < K; ++y)
        for (int x = 0; x < K; ++x)
            out[((c * K + y) * K + x) * H * W + h * W + w] = i;
}

__global__ void pairs_of_columns(float *out, int n, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, h = i / W % H, b = i / (W * H);
    for (int k = 0; k < 2; ++k)
        out[(b * H + h) * 2 * W + 2 * w + k] = i;
}

__global__ void lanes_between(float *out, int n, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, lane = i / W % 4, h = i / W / 4;
    out[(h * W + w) * 4 + lane] = i;
}

__global__ void vectors(float4 *out, unsigned n, unsigned C, unsigned H) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned c4 = C / 4, c = i % c4, h = i / c4 % H, b = i / (c4 * H);
    out[(b * c4 + c) * H + h] = make_float4(i, 0, 0, 0);
}

__global__ void constants(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = i % 16, b = (i / 16) % 8, c = i / 128;
    out[(c * 16 + a) * 8 + b] = i;
}

// expect: proved
__global__ void butterflies(float *out, int n, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = (i / half) * 2 * half + i % half;
    out[low] = i;
    out[low + half] = -i;
}

__global__ void butterflies_by_what_is_left(float *out, unsigned n, unsigned half) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned low = 2 * i - i % half;
    out[low] = i;
    out[low + half] = -i;
}

__global__ void channel_of_the_block(float *out, int C, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z % C, b = blockIdx.z / C;
    if (x < W && y < H)
        out[((b * C + c) * H + y) * W + x] = x + y;
}

// Sizes that are sums.
__global__ void valid_convolution(float *out, int n, int C, int H, int W, int K) {
    int oh = H - K + 1, ow = W - K + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % ow, h = i / ow % oh, c = i / (ow * oh) % C, b = i / (ow * oh * C);
    out[((b * oh + h) * ow + w) * C + c] = i;
}

__global__ void strided_convolution(float *out, int n, int H, int W, int K, int S) {
    int oh = (H - K) / S + 1, ow = (W - K) / S + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % ow, h = (i / ow) % oh, c = i / (ow * oh);
    out[(c * ow + w) * oh + h] = i;
}

__global__ void inside_of_a_rim(float *out, int n, int H, int W, unsigned short P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || H < 1 || W < 1)
        return;
    int w = i % W, h = i / W % H, b = i / (W * H);
    out[(b * (H + 2 * P) + h + P) * (W + 2 * P) + w + P] = i;
}

// The windows of images as columns: a pointer goes through two loops, in steps of a whole plane.
// expect: proved
__global__ void windows_as_columns(const int n, const float *image, int height, int width, int kernel_h, int kernel_w, int pad, int stride,
                                   int height_col, int width_col, float *columns) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int row = i / width_col % height_col, column = i % width_col, channel = i / width_col / height_col;
        const int top = row * stride - pad, left = column * stride - pad;
        float *to = columns + (channel * kernel_h * kernel_w * height_col + row) * width_col + column;
        for (int y = top; y < top + kernel_h; ++y)
            for (int x = left; x < left + kernel_w; ++x) {
                *to = y >= 0 && x >= 0 && y < height && x < width ? image[(channel * height + y) * width + x] : 0;
                to += height_col * width_col;
            }
    }
}

// Up to a number that is no less than 0, whatever the parameter is.
// expect: proved
__global__ void steps_of_an_inner_loop(float *out, int n, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = i * rows * (columns > 0 ? columns : 0);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            out[at++] = i;
}
