// Every way writes it.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void sign(int *a)
{
    int s = 0;
    if (a[threadIdx.x] > 0)
        s = 1;
    else if (a[threadIdx.x] < 0)
        s = -1;
    a[threadIdx.x] = s;
}
