// Counting bytes, wrongly.

#define BINS 256

// Two threads that see the same byte read, add and write the same bin.
// expect: violated
__global__ void histogram_plain(const unsigned char *data, unsigned n, unsigned *bins)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bins[data[i]] += 1; // @count
    //~ data-race block global read-write with @count
    //~ data-race block global write-write with @count
    //~ data-race grid global read-write with @count
    //~ data-race grid global write-write with @count
}

// Some threads count before the others have cleared, some add up before the others have counted.
// expect: violated
__global__ void histogram_no_barriers(const unsigned char *data, unsigned n, unsigned *bins)
{
    __shared__ unsigned local[BINS];
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0; // @clear

    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u); // @add
    //~ data-race block shared atomic-plain with @clear

    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], local[b]); //~ data-race block shared atomic-plain with @add
}
