// What is wrong with the kernels of free/rising_flags.cu, one thing at a time.
// kverify-test: block=32 grid=2

// What is read is written in the iteration after.
// expect: violated
__global__ void one_too_far(int *data, int *flag, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; ++i) {
            data[i] = i * i; // @put
            __threadfence();
            atomicExch(flag, i + 1);
        }
    } else {
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(flag, 0) < i + 1)
                ;
            __threadfence();
            out[i] = data[i + 1]; //~ data-race grid global read-write with @put
        }
    }
}

// The flag is set before the work is done.
// expect: violated
__global__ void set_first(int *data, int *flag, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; ++i) {
            atomicExch(flag, i + 1);
            __threadfence();
            data[i] = i * i; // @late
        }
    } else {
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(flag, 0) < i + 1)
                ;
            __threadfence();
            out[i] = data[i]; //~ data-race grid global read-write with @late
        }
    }
}

// The mail is overwritten before it was read.
// expect: violated
__global__ void no_answer(int *mail, int *flag, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 1; i <= n; ++i) {
            *mail = i * i; // @again
            __threadfence();
            atomicExch(flag, i);
        }
    } else {
        for (int i = 1; i <= n; ++i) {
            while (atomicAdd(flag, 0) < i)
                ;
            __threadfence();
            out[i] = *mail; //~ data-race grid global read-write with @again
        }
    }
}
