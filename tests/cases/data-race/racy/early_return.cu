// Those who stay still meet.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    out[i / 2] = i; //~ data-race block global write-write
}
