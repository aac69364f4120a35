// All ask one shared cell, after the barrier that follows its only write.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(const int *go, int *out)
{
    __shared__ int more;
    int round = 0;
    do {
        __syncthreads();
        if (threadIdx.x == 0)
            more = go[round] != 0;
        ++round;
        __syncthreads();
    } while (more);
    out[blockIdx.x * 64 + threadIdx.x] = round;
}
