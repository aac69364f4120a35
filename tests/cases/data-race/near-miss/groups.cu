// Channels in groups: no group more than there are.

// expect: proved
__global__ void whole_groups(const float *in, float *out, int channels, int groups)
{
    int channel = blockIdx.x * blockDim.x + threadIdx.x;
    int size = channels / groups;
    if (size < 1 || channel >= size * groups)
        return;
    out[(channel % size) * groups + channel / size] = in[channel];
}

// Rows of a smaller image: a row that is left over has no place of its own, and callers have no reason to leave none over.
// expect: violated
// free-when: rows % step == 0
__global__ void every_other(const float *in, float *out, int rows, int columns, int step)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, plane = blockIdx.z;
    if (x < columns && y < rows && y % step == 0)
        out[(plane * (rows / step) + y / step) * columns + x] = in[(plane * rows + y) * columns + x]; //~ data-race grid global write-write
}
