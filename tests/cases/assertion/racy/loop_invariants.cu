// Invariants are checked where they stand, at every turn and when the loop is left.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void at_the_end()
{
    __shared__ int s[64];
    for (int i = 0;
         __invariant(i < 10), //~ assertion
         i < 10; i++)
        s[threadIdx.x] = i;
}

// expect: violated
__global__ void of_the_whole_function()
{
    __function_wide_invariant(threadIdx.x < 32); //~ assertion
    __shared__ int s[64];
    for (int i = 0; i < 10; i++)
        s[threadIdx.x] = i;
}
