// As in racy/without_mask.cu, but the lane that is asked comes, or its value is not used.
// kverify-test: block=64 grid=2 arch=35

// expect: proved
__global__ void all_come(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    int w = __shfl_down(v, 16);
    if (threadIdx.x % 32 < 16)
        v += w;
    a[i] = v;
}

// expect: proved
__global__ void halves(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    if (threadIdx.x % 32 < 16)
        v += __shfl_xor(v, 8);
    a[i] = v;
}

// expect: proved
__global__ void tree(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down(v, by);
    if (threadIdx.x % 32 == 0)
        a[i] = v;
}

// The last lane that comes asks one that does not, and drops what it is told.
// expect: proved
__global__ void dropped(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    if (threadIdx.x % 32 < 20) {
        int w = __shfl_down(v, 1);
        if (threadIdx.x % 32 < 19)
            v += w;
    }
    a[i] = v;
}

// Lanes below are there.
// expect: proved
__global__ void scan(int *a, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32, v = a[i];
    if (lane < n) {
        for (int by = 1; by < 32; by *= 2) {
            int w = __shfl_up(v, by);
            if (lane >= by)
                v += w;
        }
    }
    a[i] = v;
}
