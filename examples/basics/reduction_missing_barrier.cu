// Two ways to lose a barrier in a reduction.

// Lost after the load: the first round reads what a neighbour has yet to write.
// expect: violated
// kverify: block=256
__global__ void no_barrier_after_load(const float *in, float *partial)
{
    __shared__ float sum[256];
    unsigned t = threadIdx.x;
    sum[t] = in[blockIdx.x * 256 + t]; // @load

    for (unsigned s = 128; s > 0; s >>= 1) {
        if (t < s)
            sum[t] += sum[t + s]; //~ data-race block shared read-write with @load
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

// Lost in the loop: one round's sums are the next round's operands.
// expect: violated
// kverify: block=256
__global__ void no_barrier_in_loop(const float *in, float *partial)
{
    __shared__ float sum[256];
    unsigned t = threadIdx.x;
    sum[t] = in[blockIdx.x * 256 + t];
    __syncthreads();

    for (unsigned s = 128; s > 0; s >>= 1) {
        if (t < s)
            sum[t] += sum[t + s]; //~ data-race block shared read-write
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}

// The barrier stands inside the branch: the upper half of the block passes it by, on its way to the end of the kernel. That is
// an error, though a current GPU does not wait for threads that have left; and there is a race.
// expect: violated
// kverify: block=256
__global__ void barrier_in_branch(const float *in, float *partial)
{
    __shared__ float sum[256];
    unsigned t = threadIdx.x;
    sum[t] = in[blockIdx.x * 256 + t];
    __syncthreads();

    for (unsigned s = 128; s > 0; s >>= 1) {
        if (t < s) {
            float other = sum[t + s]; // @other
            __syncthreads(); //~ barrier-divergence with exit
            sum[t] += other; //~ data-race block shared read-write with @other
        }
    }
    if (t == 0)
        partial[blockIdx.x] = sum[0];
}
