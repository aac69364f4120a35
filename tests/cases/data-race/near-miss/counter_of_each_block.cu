// The counter is the launch's, so no two threads draw the same slot.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out, unsigned *next)
{
    unsigned slot = atomicAdd(next, 1u);
    out[slot] = threadIdx.x;
}
