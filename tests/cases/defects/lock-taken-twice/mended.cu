// Once.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void twice(int *lock, int *a)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { }
        a[0] = 1;
        atomicExch(lock, 0);
    }
}
