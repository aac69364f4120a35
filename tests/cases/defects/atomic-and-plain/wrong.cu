// CARP 5.1: a plain write beside atomic updates of one place.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void total(int *n)
{
    if (threadIdx.x == 0)
        n[0] = 0; // @reset
    atomicAdd(n, 100); //~ data-race block global atomic-plain with @reset
}
