// Pairs a stride apart that are not kept apart.

// expect: violated
__global__ void merge_up(int *data, int length)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[2 * t] = data[2 * (blockIdx.x * blockDim.x + t)];
    s[2 * t + 1] = data[2 * (blockIdx.x * blockDim.x + t) + 1];
    for (int size = 2; size <= length; size *= 2) {
        __syncthreads();
        int low = 2 * t - (t & (size - 1));
        s[low + size / 2] += s[low]; //~ data-race block shared read-write
    }
}
