// Threads that take a place and the one across, `i` and `i ^ m`, whatever `m` is: one of two partners works.

// expect: proved
__global__ void lower_works(float *data, int stride, int size)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned across = i ^ stride;
    if (across > i) {
        bool up = (i & size) == 0;
        if (up == (data[i] > data[across])) {
            float t = data[i];
            data[i] = data[across];
            data[across] = t;
        }
    }
}

// expect: proved
__global__ void upper_works(float *data, int stride, int size)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    int across = i ^ stride;
    if (across < i) {
        if ((i & size) == 0) {
            if (data[i] > data[across]) data[across] = data[i];
        } else if (data[i] < data[across]) {
            data[i] = data[across];
        }
    }
}

// expect: proved
__global__ void without_the_bit(float2 *data, int half, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n && (i & half) == 0) {
        float2 a = data[i], b = data[i | half];
        data[i] = make_float2(a.x + b.x, a.y + b.y);
        data[i | half] = make_float2(a.x - b.x, a.y - b.y);
    }
}

// expect: proved
__global__ void back_again(float *out, const float *in, int mask)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    int there = i ^ mask;
    out[there ^ mask] = in[there];
}
