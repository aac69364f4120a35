// The conditions leave two threads.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void k(int *out)
{
    int t = threadIdx.x;
    if (!(t > 1) || (t == 64 && t != 65))
        out[0] = t; //~ data-race block global write-write
}
