// A kernel that conditional compilation leaves out is an entry of its own; nobody looked at it.
// kverify-test: block=64 grid=1

#ifdef ALL_TO_THE_FIRST
// expect: unknown
__global__ void put(int *out)
{
    out[0] = threadIdx.x;
}
#else
// expect: proved
__global__ void put(int *out)
{
    out[threadIdx.x] = 1;
}
#endif
