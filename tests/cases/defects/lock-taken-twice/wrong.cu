// Forward progress: a thread takes a lock that it has.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void twice(int *lock, int *a)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) { }
        while (atomicCAS(lock, 0, 1) != 0) { } //~ non-terminating-loop
        a[0] = 1;
        atomicExch(lock, 0);
    }
}
