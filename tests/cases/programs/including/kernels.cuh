// kverify-test: host=project
#pragma once
// Who includes the kernels is the program: it alone calls its functions.

// expect: proved
__global__ void of_four_channels(float *out, int width, int channels)
{
    int x = blockIdx.x * 16 + threadIdx.x;
    out[(blockIdx.y * width + x) * channels] = 1.0f + x;
    out[(blockIdx.y * width + x) * channels + 3] = 2.0f * x;
}

// expect: violated
__global__ void of_three_channels(float *out, int width, int channels)
{
    int x = blockIdx.x * 16 + threadIdx.x;
    out[(blockIdx.y * width + x) * channels] = 1.0f + x; // @first
    out[(blockIdx.y * width + x) * channels + 3] = 2.0f + x; //~ data-race block global write-write with @first //~ data-race grid global write-write with @first
}
