// An atomic operation.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void any(const int *a, int *found)
{
    if (a[threadIdx.x] == 3)
        atomicExch(found, 1);
}
