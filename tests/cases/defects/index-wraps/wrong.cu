// An unsigned index wraps in the launch that host code shows: the last block meets the first one.

// expect: violated
__global__ void ones(int *out)
{
    unsigned at = blockIdx.x * 65536u + threadIdx.x;
    out[at] = blockIdx.x; //~ data-race grid global write-write
}

void run(int *out)
{
    ones<<<65537, 256>>>(out);
}
