// An invariant that does not hold, and an assumption about the other thread, leave the race where it is.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void false_invariant(int *out)
{
    __shared__ int s[64];
    for (int i = 0;
         __invariant(threadIdx.x < 1), //~ assertion
         i < 4; i++)
        s[threadIdx.x / 2] = threadIdx.x; //~ data-race block shared write-write
}

// Not confirmed: an assumption that is not made may rule it out.
// expect: suspect
__global__ void said_of_the_other(int x)
{
    __requires(__distinct_int(x));
    __shared__ int s[64];
    s[threadIdx.x / 2] = threadIdx.x; //~ data-race block shared write-write
}
