// What a function says of its result and of its end does not hold.
// kverify-test: block=64 grid=2

__device__ int next(int i)
{
    __ensures(__return_val_int() == i + 1); //~ assertion
    return i + 2;
}

__device__ int grown(int i)
{
    __ensures(__old_int(i) < i); //~ assertion
    i = i / 2;
    return i;
}

// expect: violated
__global__ void result(int *out)
{
    __shared__ int s[128];
    s[next(threadIdx.x)] = 1;
}

// expect: violated
__global__ void old(int *out)
{
    __shared__ int s[128];
    s[64 + threadIdx.x] = grown(threadIdx.x);
}

// expect: violated
__global__ void kernels_end()
{
    __ensures(threadIdx.x < 63); //~ assertion
    if (threadIdx.x == 5)
        return;
}
