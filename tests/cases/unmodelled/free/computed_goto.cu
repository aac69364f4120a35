// A statement that is not modelled may be anything: no proof goes past it.
// kverify-test: block=64 grid=1

// expect: unknown
__global__ void computed(int *out)
{
    int i = threadIdx.x;
    void *next = i == 5 ? &&five : &&others;
    goto *next;
five:
    i = 6;
others:
    out[i] = 1;
}
