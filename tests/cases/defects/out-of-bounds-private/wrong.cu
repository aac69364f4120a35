// memcheck: past the end of an array of the thread's own.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void digits(int *out)
{
    int count[8];
    for (int i = 0; i <= 8; ++i)
        count[i] = i; //~ out-of-bounds
    out[threadIdx.x] = count[threadIdx.x % 8];
}
