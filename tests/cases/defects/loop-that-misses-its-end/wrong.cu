// CL-Vis: the counter steps over the number that would end the loop.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void odd(int *a)
{
    for (int i = 0; i != 7; i += 2) //~ non-terminating-loop
        a[threadIdx.x] = i;
}
