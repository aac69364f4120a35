// kverify-test: block=64 grid=1

// expect: violated
__global__ void with_three_bits(int *a)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[(t & ~3) + ((t & 7) ^ 1)] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void by_a_table_with_a_double(int *a)
{
    const int order[4] = {2, 0, 3, 0};
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[(t & ~3) + order[t & 3]] = t; //~ data-race block global write-write
}

// expect: violated
__global__ void without_its_last_bit(int *a)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[(t & ~3) | (t & 2)] = t; //~ data-race block global write-write
}
