// The network without the barrier between its strides.

// expect: violated
__global__ void merge_network(int *data)
{
    extern __shared__ int s[];
    int t = threadIdx.x, half = blockDim.x, cells = 2 * half;
    s[t] = data[blockIdx.x * cells + t];
    s[t + half] = data[blockIdx.x * cells + t + half];
    for (int size = 2; size <= cells; size <<= 1) {
        __syncthreads();
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            int low = 2 * t - (t & (stride - 1));
            s[low + stride] = s[low] + 1; //~ data-race block shared read-write
            //~ data-race block shared write-write
        }
    }
}
