// Shuffles of old name nobody, but the lane that is asked has to come.
// kverify-test: block=64 grid=2 arch=35

// expect: violated
__global__ void down(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    if (threadIdx.x % 32 < 16)
        v += __shfl_down(v, 16); //~ divergent-collective
    a[i] = v;
}

// expect: violated
__global__ void one(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    if (threadIdx.x % 32 > 0)
        v += __shfl(v, 0); //~ divergent-collective
    a[i] = v;
}

// expect: violated
__global__ void crossed(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    if (v > 0)
        v += __shfl_xor(v, 1); //~ divergent-collective
    a[i] = v;
}

// Lanes go round as often as they like.
// expect: violated
__global__ void rounds(int *a)
{
    int i = blockIdx.x * 64 + threadIdx.x, v = a[i];
    for (int k = 0; k < threadIdx.x % 4; k++)
        v += __shfl_xor(v, 1); //~ divergent-collective
    a[i] = v;
}
