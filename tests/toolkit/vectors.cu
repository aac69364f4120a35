// Vector types.
#include <cuda_runtime.h>

// kverify: block=32 grid=2
__global__ void scale_free(const float4 *in, float4 *out, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[i];
    out[i] = make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}

// kverify: block=32 grid=2
__global__ void overlap_racy(float *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *(float4 *)(data + 4 * i) = make_float4(1, 2, 3, 4);
    data[4 * i + 4] = 0;
}

// kverify: block=32 grid=2
__global__ void corners_free(uchar4 *pixels, int2 *places) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    pixels[i] = make_uchar4(1, 2, 3, 255);
    places[i].x = i;
    places[i].y = -i;
}
