// Bits of a thread's number are exchanged, for every launch: what stands beside its own remainder has a quotient as well.

// expect: proved
__global__ void with_its_neighbour(int *a)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[t ^ 1] = t;
}

// expect: proved
__global__ void within_four(int *a)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[(t & ~3) + ((t & 3) ^ 1)] = t;
}

// expect: proved
__global__ void put_together_by_or(int *a)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[(t & ~3) | ((t & 3) ^ 1)] = t;
}

// expect: proved
__global__ void by_a_private_table(int *a)
{
    const int order[4] = {2, 0, 3, 1};
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    a[(t & ~3) + order[t & 3]] = t;
}

// expect: proved
__global__ void by_choices(int *a)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int m = t & 3;
    a[t - m + (m == 0 ? 2 : m == 1 ? 0 : m == 2 ? 3 : 1)] = t;
}
