// Blocks of the one size that a kernel is made for.

// expect: conditional
__global__ void halves_of_a_tile(const float *in, float *out, int n)
{
    __shared__ float stage[512];
    float sum = 0;
    for (int b = 0; b < n; b += 512) {
        stage[threadIdx.x] = in[b + threadIdx.x]; // @first
        stage[threadIdx.x + 256] = in[b + threadIdx.x + 256]; //~ warning data-race block shared write-write with @first
        __syncthreads();
        sum += stage[2 * threadIdx.x] + stage[2 * threadIdx.x + 1];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += 256)
        out[blockIdx.x * n + i] = sum; //~ warning data-race block global write-write
}
