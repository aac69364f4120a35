// Threads that take a place and the one across, and both partners do.
// kverify-test: grid=1

// expect: violated
__global__ void both_work(float *data, int stride)
{
    unsigned i = threadIdx.x;
    unsigned across = i ^ stride;
    if (across != i)
        data[across] = data[i]; //~ data-race block global read-write
}

// expect: violated
__global__ void read_by_both(float *data, int stride)
{
    unsigned i = threadIdx.x;
    unsigned across = i ^ stride;
    float b = data[across]; // @ACROSS
    if (across > i)
        data[i] = b; //~ data-race block global read-write with @ACROSS
}

// expect: violated
__global__ void bits_of_another(float *data, int half, int other)
{
    int i = threadIdx.x;
    if ((i & other) == 0)
        data[i | half] = i; //~ data-race block global write-write
}

// expect: violated
__global__ void another_mask(float *data, int stride, int size)
{
    unsigned i = threadIdx.x;
    unsigned across = i ^ stride;
    if (across > i)
        data[i] = data[i ^ size]; //~ data-race block global read-write
}
