// Odd threads write through the pointer that nobody set.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    int *p = nullptr;
    if (threadIdx.x % 2 == 0)
        p = out + blockIdx.x * 64;
    p[threadIdx.x] = 1; //~ out-of-bounds
}
