// The pointer is null in the first iteration, in which nothing is written.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    int *p = nullptr;
    for (int i = 0; i < 4; ++i) {
        if (i > 0)
            p[threadIdx.x] = i;
        p = out + blockIdx.x * 64;
    }
}
