// A variable is read that not every way writes.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void sign(int *a)
{
    int s;
    if (a[threadIdx.x] > 0)
        s = 1;
    else if (a[threadIdx.x] < 0)
        s = -1;
    a[threadIdx.x] = s; //~ warning uninitialised-read
}
