// Divisions that are not always carried out say nothing of their divisors.

// expect: violated
__global__ void no_division_by_zero(float *out, int n, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int q = W != 0 ? i / W : i;
    int r = W != 0 ? i % W : 0;
    out[q * W + r] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// expect: proved
__global__ void own_place_without(float *out, int n, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int q = W != 0 ? i / W : i;
    int r = W != 0 ? i % W : 0;
    out[W != 0 ? q * W + r : i] = i;
}

// expect: violated
__global__ void one_place_without(float *out, int n, int W) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (W == 0 || i / W < 3))
        out[W == 0 ? 0 : i] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// With no steps nothing is divided.
// expect: conditional
// today: unknown, because divisors that may be 0 are not tried
__global__ void steps_that_are_none(float *out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (unsigned k = 0; k < n; ++k)
        sum += i / n;
    out[sum + i * n] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// expect: proved
__global__ void with_a_pitch(float *out, int n, int W, int pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && W > 0 && W <= pitch)
        out[i / W * pitch + i % W] = i;
}

// expect: conditional
__global__ void rim_that_may_be_negative(float *out, int n, int W, int P) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || W < 1)
        return;
    out[i / W * (W + 2 * P) + i % W] = i; //~ warning data-race block global write-write //~ warning data-race grid global write-write
}

// expect: violated
__global__ void rows_longer_than_their_stride(float *out, int n, int W, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, ow = W - K + 1;
    if (i >= n)
        return;
    out[i / ow * (W - K) + i % ow] = i; //~ data-race block global write-write //~ data-race grid global write-write
}

// A loop that is left early takes fewer steps: what comes after begins where it was left, and stays within what is the thread's own.
// expect: proved
__global__ void left_early(float *out, const int *stop, int n, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float *to = out + i * rows * columns;
    for (int r = 0; r < rows; ++r, to += columns)
        for (int c = 0; c < columns; ++c) {
            if (stop[r] == c)
                break;
            to[c] = i;
        }
}

// How many steps there are is another number in each round.
// expect: proved
__global__ void lengths_from_memory(float *out, const int *length, int n, int rows, int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = i * rows * most;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < (length[r] < most ? length[r] : most); ++c)
            out[at++] = i;
}
