// The function asks for an index below 32, and the kernel calls it with more.
// kverify-test: block=64 grid=2

__device__ void put(int *s, int i)
{
    __requires(i < 32); //~ assertion
    s[i] = i;
}

// expect: violated
__global__ void k()
{
    __shared__ int s[32];
    put(s, threadIdx.x);
}
