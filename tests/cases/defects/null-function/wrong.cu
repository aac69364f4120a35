// memcheck, hardware exceptions, invalid program counter: a function that is not there is called.
// kverify-test: block=64 grid=1

// expect: violated
// today: unknown, because a call of nothing is a call of anything
__global__ void apply(int *a)
{
    int (*function)(int) = nullptr;
    if (threadIdx.x < 64)
        a[threadIdx.x] = function(a[threadIdx.x]);
}
