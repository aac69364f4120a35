// The reference is to the block's cell, not to the thread's.
// kverify-test: block=64 grid=2

__device__ void add(int &sum, int x)
{
    sum += x; // @add
    //~ data-race block shared read-write with @add
    //~ data-race block shared write-write with @add
}

// expect: violated
__global__ void k(int *out)
{
    __shared__ int sum;
    add(sum, threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
