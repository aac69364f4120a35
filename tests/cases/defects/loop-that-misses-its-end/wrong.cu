// CL-Vis: the counter steps over the number that would end the loop.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because a counter that moves toward its end is taken to come there
__global__ void odd(int *a)
{
    for (int i = 0; i != 7; i += 2)
        a[threadIdx.x] = i;
}
