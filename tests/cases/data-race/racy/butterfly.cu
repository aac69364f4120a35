// Butterflies that leave lanes with values of their own, which they write to one place.
// kverify-test: block=128 grid=2

// The last step is missing.
// expect: violated
__global__ void one_step_short(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 1; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// A step is missing in the middle.
// expect: violated
__global__ void with_a_gap(float *out, const float *in)
{
    float v = in[threadIdx.x];
    v += __shfl_xor_sync(0xffffffffu, v, 16);
    v += __shfl_xor_sync(0xffffffffu, v, 8);
    v += __shfl_xor_sync(0xffffffffu, v, 2);
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// Its operands may not change places.
// expect: violated
__global__ void taken_away(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v -= __shfl_xor_sync(0xffffffffu, v, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// Only the first lane has the sum.
// expect: violated
__global__ void down(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// Another value is handed over than the one that is added to.
// expect: violated
__global__ void other_value(float *out, const float *in)
{
    float v = in[threadIdx.x], w = v * v;
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, w, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// Each lane's own value is added at the end.
// expect: violated
__global__ void own_value_after_it(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    v += threadIdx.x;
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// The steps stay in halves of the warp.
// expect: violated
__global__ void halves(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 8; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// Two warps write to one place.
// expect: violated
__global__ void two_warps(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 64] = v; //~ data-race block global write-write
}

// Some lanes leave a step out, when all of them meet.
// expect: violated
__global__ void some_leave_it_out(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1) {
        float w = __shfl_xor_sync(0xffffffffu, v, d);
        if (in[threadIdx.x + 128] > 0)
            v += w;
    }
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// Lanes beyond the end have left, and what others read of them is anything.
// expect: violated
__global__ void after_some_have_left(float *out, const float *in, int n)
{
    if (threadIdx.x >= n)
        return;
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// The first step reaches out of the lanes among which the shuffle goes.
// expect: violated
__global__ void out_of_the_width(float *out, const float *in)
{
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d, 16);
    out[(blockIdx.x * 128 + threadIdx.x) / 32] = v; //~ data-race block global write-write
}

// The same, step by step.
// expect: violated
__global__ void out_of_the_width_at_once(float *out, const float *in)
{
    float v = in[threadIdx.x];
    v += __shfl_xor_sync(0xffffffffu, v, 4, 4);
    v += __shfl_xor_sync(0xffffffffu, v, 2, 4);
    v += __shfl_xor_sync(0xffffffffu, v, 1, 4);
    out[(blockIdx.x * 128 + threadIdx.x) / 8] = v; //~ data-race block global write-write
}
