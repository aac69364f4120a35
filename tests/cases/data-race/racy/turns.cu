// What is wrong with the kernels of free/turns.cu, one thing at a time.
// kverify-test: block=64 grid=4

// Two blocks have one number.
// expect: violated
__global__ void one_number_for_two(float *sum, int *turn)
{
    int t = threadIdx.x;
    if (t == 0) {
        while (atomicAdd(turn, 0) != blockIdx.x / 2)
            ;
        __threadfence();
    }
    __syncthreads();
    sum[t] += blockIdx.x; //~ data-race grid global write-write //~ data-race grid global read-write
    __threadfence();
    __syncthreads();
    if (t == 0) atomicExch(turn, blockIdx.x / 2 + 1);
}

// Given back before it is used.
// expect: violated
__global__ void given_back_first(float *sum, int *turn)
{
    int t = threadIdx.x;
    if (t == 0) {
        while (atomicAdd(turn, 0) != blockIdx.x)
            ;
        __threadfence();
        atomicExch(turn, blockIdx.x + 1);
    }
    __syncthreads();
    sum[t] += blockIdx.x; //~ data-race grid global write-write //~ data-race grid global read-write
}
