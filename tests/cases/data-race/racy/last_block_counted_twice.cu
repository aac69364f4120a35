// The last block is known too early: two warps of each count.
// kverify-test: block=64 grid=4
// expect: violated
__global__ void counted_twice(const int *in, int *part, int *count, int *out)
{
    __shared__ int last;
    int t = threadIdx.x;
    if (t == 0)
        last = 0;
    __syncthreads();
    part[blockIdx.x * 64 + t] = in[t]; //~ data-race grid global with @sum
    __threadfence();
    __syncthreads();
    if (t % 32 == 0 && atomicAdd(count, 1) == gridDim.x - 1)
        last = 1;
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b * 64 + t]; // @sum
        out[t] = sum;
    }
}
