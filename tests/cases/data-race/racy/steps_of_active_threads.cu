// The step is shorter than a plane.

// expect: violated
__global__ void planes(const float *in, float *out, int width, int height, int depth)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    bool active = x < width && y < height;
    int now = y * width + x, before = 0;
    for (int z = 0; z < depth; ++z) {
        if (active) {
            before = now;
            now += width;
        }
        if (active)
            out[before] = in[x + z]; //~ data-race block global write-write
        //~ data-race grid global write-write
    }
}
