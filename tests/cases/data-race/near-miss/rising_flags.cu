// Almost as in free/rising_flags.cu, and right all the same.
// kverify-test: block=32 grid=2

// It waits for more than it needs.
// expect: proved
__global__ void further_than_needed(int *data, int *flag, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; ++i) {
            data[i] = i * i;
            __threadfence();
            atomicExch(flag, 2 * i + 2);
        }
    } else {
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(flag, 0) <= 2 * i + 1)
                ;
            __threadfence();
            out[i] = data[i];
        }
    }
}
