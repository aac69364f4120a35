// CL-Vis: the counter of a loop is shared, and put back by every thread.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void halve(int *out, int n)
{
    for (int i = 64; i >= 0; i /= 2) //~ non-terminating-loop
        out[threadIdx.x] += i;
}
