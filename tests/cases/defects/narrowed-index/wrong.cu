// A cast loses bits of an index, for the launch that host code shows: threads meet.

// expect: violated
__global__ void ones(int *out)
{
    unsigned short at = blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = blockIdx.x; //~ data-race grid global write-write
}

void run(int *out)
{
    ones<<<512, 256>>>(out);
}
