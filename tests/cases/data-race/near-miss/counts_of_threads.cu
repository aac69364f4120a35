// Almost as in free/counts_of_threads.cu, and right all the same.
// kverify-test: block=64 grid=4

// Some write before they count, and all count.
// expect: proved
__global__ void not_all_write(int *part, int *out, int *done)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        if (t < 32) part[t] = t;
        __threadfence();
        atomicAdd(done, 1);
    } else {
        while (atomicAdd(done, 0) != 64)
            ;
        __threadfence();
        out[blockIdx.x * 64 + t] = part[t % 32];
    }
}
