// A flag that a thread sets to more in each iteration, and that others wait for to come so far.
// kverify-test: block=32 grid=2

// expect: proved
__global__ void one_way(int *data, int *flag, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < n; ++i) {
            data[i] = i * i;
            __threadfence();
            atomicExch(flag, i + 1);
        }
    } else {
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(flag, 0) < i + 1)
                ;
            __threadfence();
            out[i] = data[i];
        }
    }
}

// In a cell of an array in which another flag lies.
// expect: proved
__global__ void two_flags(int *data, int *flags, int *out, int n)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 1; i <= n; ++i) {
            data[i] = i * i;
            __threadfence();
            atomicExch(&flags[0], i);
        }
    } else {
        for (int i = 1; i <= n; ++i) {
            while (atomicAdd(&flags[0], 0) < i)
                ;
            __threadfence();
            out[i] = data[i];
        }
        atomicExch(&flags[1], 1);
    }
}
