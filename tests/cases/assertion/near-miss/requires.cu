// The function asks for an index below 32, and gets one.
// kverify-test: block=64 grid=2

__device__ void put(int *s, int i)
{
    __requires(i < 32);
    s[i] = i;
}

// expect: proved
__global__ void k()
{
    __shared__ int s[32];
    if (threadIdx.x < 32)
        put(s, threadIdx.x);
}
