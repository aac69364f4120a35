// Digits put together with what does not hold them.

// expect: violated
__global__ void two_sizes_swapped(float *out, int n, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, h = i / W % H, c = i / (W * H);
    out[(c * H + w) * W + h] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// expect: violated
__global__ void digit_left_out(float *out, int n, int C, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, h = i / W % H, b = i / (W * H * C);
    out[(b * H + h) * W + w] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

__global__ void windows_that_overlap(float *out, int n, int H, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int w = i % W, h = i / W % H, b = i / (W * H);
    for (int k = 0; k < 3; ++k)
        out[(b * H + h) * 2 * W + 2 * w + k] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

__global__ void partner_too_near(float *out, int n, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = (i / half) * 2 * half + i % half;
    out[low] = i; // @low
    out[low + half - 1] = -i; //~ data-race block global write-write with @low //~ data-race grid global write-write with @low
}

// Of numbers of both signs the digits have twice the room.
__global__ void numbers_below_zero(float *out, int W, int first) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) - first;
    int w = i % W, h = i / W;
    out[h * W * W + (w < 0 ? -w : w)] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// A plane less than the loops go through.
__global__ void windows_too_near(const int n, const float *image, int kernel_h, int kernel_w, int height_col, int width_col, float *columns) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        const int row = i / width_col % height_col, column = i % width_col, channel = i / width_col / height_col;
        float *to = columns + (channel * kernel_h * height_col + row) * width_col + column;
        for (int y = 0; y < kernel_h; ++y)
            for (int x = 0; x < kernel_w; ++x) {
                *to = image[i]; //~ data-race block global write-write //~ data-race grid global write-write
                to += height_col * width_col;
            }
    }
}

// The inner loop takes one step more.
__global__ void one_step_more(float *out, int n, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = i * rows * columns;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c <= columns; ++c)
            out[at++] = i; //~ data-race block global write-write //~ data-race grid global write-write
}
