// A cell says whose turn it is: blocks one after the other, or two threads in turn.
// kverify-test: block=64 grid=4

// expect: proved
__global__ void block_after_block(float *sum, int *turn)
{
    int t = threadIdx.x;
    if (t == 0) {
        while (atomicAdd(turn, 0) != blockIdx.x)
            ;
        __threadfence();
    }
    __syncthreads();
    sum[t] += blockIdx.x;
    __threadfence();
    __syncthreads();
    if (t == 0) atomicExch(turn, blockIdx.x + 1);
}

// expect: proved
__global__ void there_and_back(int *mail, int *turn, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(turn, 0) != 0)
                ;
            __threadfence();
            *mail = i;
            __threadfence();
            atomicExch(turn, 1);
        }
    } else if (blockIdx.x == 1) {
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(turn, 0) != 1)
                ;
            __threadfence();
            out[i] = *mail;
            __threadfence();
            atomicExch(turn, 0);
        }
    }
}
