// What is assumed of a variable says nothing of what it held before.

// kverify-test: block=64 grid=1

// expect: violated
__global__ void loaded(const int *in, int *o, int n)
{
    int x = n;
    x = in[0];
    __builtin_assume(x == 0);
    if (n != 0)
        o[0] = threadIdx.x; //~ data-race block global write-write
}
