// kverify-test: host=project
// Copyright © of a text that is no UTF-8: places in it are what they are to the compiler.

// expect: proved
__global__ void of_whole_tiles(float *out, const float *in, unsigned w)
{
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * 16 * gridDim.x + x] = in[x] + w;
}

// expect: violated
__global__ void of_wide_blocks(float *out, unsigned w)
{
    out[blockIdx.x * 16 + threadIdx.x] = w + blockIdx.x; //~ data-race grid global write-write
}
