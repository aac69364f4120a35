// Almost as in free/flags_passed_on.cu, and right all the same.
// kverify-test: block=64 grid=4

// What the second wrote itself is let go as well.
// expect: proved
__global__ void both_wrote(int *data, int *done, int *out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        atomicExch(&done[0], 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(&done[0], 0) != 1)
            ;
        __threadfence();
        data[1] = data[0];
        __threadfence();
        atomicExch(&done[1], 2);
    } else if (blockIdx.x == 2) {
        while (atomicAdd(&done[1], 0) != 2)
            ;
        __threadfence();
        out[0] = data[0] + data[1];
    }
}
