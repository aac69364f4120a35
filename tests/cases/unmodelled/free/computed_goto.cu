// A statement that is not modelled may be anything: no proof goes past it.
// kverify-test: block=64 grid=1

// expect: violated
// today: suspect, because computed jumps are not modelled
__global__ void computed(int *out)
{
    int i = threadIdx.x;
    void *next = i == 5 ? &&five : &&others;
    goto *next;
five:
    i = 6;
others:
    out[i] = threadIdx.x; //~ data-race block global write-write
}
