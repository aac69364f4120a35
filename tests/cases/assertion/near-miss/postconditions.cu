// Postconditions that hold on every way out, and one about the value before; they are checked, and nothing rests on them.
// kverify-test: block=64 grid=2

__device__ int next(int i)
{
    __ensures(__return_val_int() == i + 1);
    if (i % 2)
        return i + 1;
    i = i + 1;
    i = i - 1;
    return i + 1;
}

__device__ int smaller(int i)
{
    __ensures(__implies(__old_int(i) > 0, i < __old_int(i)));
    i = i / 2;
    return i;
}

// expect: proved
__global__ void result()
{
    __shared__ int s[128];
    s[next(threadIdx.x)] = 1;
}

// expect: proved
__global__ void old()
{
    __shared__ int s[128];
    s[64 + threadIdx.x] = smaller(threadIdx.x);
}

// expect: proved
__global__ void kernels_end()
{
    __ensures(threadIdx.x < 64);
    if (threadIdx.x == 5)
        return;
}
