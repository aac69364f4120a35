// Almost as in free/turns.cu, and right all the same.
// kverify-test: block=64 grid=4

// From the last one down.
// expect: proved
__global__ void backwards(float *sum, int *turn)
{
    int t = threadIdx.x, mine = 3 - (int)blockIdx.x;
    if (t == 0) {
        while (atomicAdd(turn, 0) != mine)
            ;
        __threadfence();
    }
    __syncthreads();
    sum[t] += mine;
    __threadfence();
    __syncthreads();
    if (t == 0) atomicExch(turn, mine + 1);
}
