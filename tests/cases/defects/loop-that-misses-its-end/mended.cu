// It stops behind it.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void odd(int *a)
{
    for (int i = 0; i < 7; i += 2)
        a[threadIdx.x] = i;
}
