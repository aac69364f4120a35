// Values that are told apart in some iteration only.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void once_different(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = i < 3 ? i : (int)threadIdx.x; //~ data-race block global write-write
}

// Written alike, and as something else by one thread.
// expect: violated
__global__ void one_differs(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = 7 + (threadIdx.x == 5 && i == 2); //~ data-race block global write-write
}
