// 2^33 threads share 2^32 numbers: the one launch that is made overflows.

// expect: violated
__global__ void count_round(int *a, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1; //~ data-race grid global write-write //~ data-race grid global read-write
}

void launch_too_many(int *a) { count_round<<<1 << 23, 1024>>>(a, 1000); }
