// Channels in groups that overlap, whatever is left over.

// expect: violated
__global__ void shuffle(const float *in, float *out, int channels, int groups)
{
    int channel = blockIdx.x * blockDim.x + threadIdx.x;
    if (channel >= channels)
        return;
    int size = channels / groups;
    out[(channel % size) * groups + channel / (2 * size)] = in[channel]; //~ data-race block global write-write
                                                                        //~ data-race grid global write-write
}

// A thread for each group, and a channel that two of them have.
// expect: violated
__global__ void by_group(float *out, int images, int channels, int area, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (channels < 0 || i >= images * groups)
        return;
    int image = i / groups, group = i % groups;
    for (int c = 0; c <= channels / groups; c++)
        for (int p = 0; p < area; p++)
            out[(image * channels + group * (channels / groups) + c) * area + p] = i; //~ data-race block global write-write
                                                                                     //~ data-race grid global write-write
}
