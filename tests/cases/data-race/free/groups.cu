// Channels in groups: what is taken apart by a quotient of two sizes has every place once if nothing is left over.

// expect: conditional
// free-when: channels % groups == 0
__global__ void shuffle(const float *in, float *out, int images, int channels, int area, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= images * channels * area)
        return;
    int image = i / (channels * area), channel = i / area % channels, place = i % area;
    int size = channels / groups;
    int to = (channel % size) * groups + channel / size;
    out[(image * channels + to) * area + place] = in[i];
}

// A thread for each group; what is left over of the channels nobody has.
// expect: proved
__global__ void by_group(float *out, int images, int channels, int area, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (channels < 0 || i >= images * groups)
        return;
    int image = i / groups, group = i % groups;
    for (int c = 0; c < channels / groups; c++)
        for (int p = 0; p < area; p++)
            out[(image * channels + group * (channels / groups) + c) * area + p] = i;
}
