// Invariants that hold; candidates may fail, and what speaks of the other thread is neither checked nor believed.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void holds()
{
    __shared__ int s[64];
    for (int i = 0; __invariant(i <= 10), __global_invariant(i >= 0), i < 10; i++)
        s[threadIdx.x] = i;
}

// expect: proved
__global__ void of_the_whole_function()
{
    __function_wide_invariant(threadIdx.x < 64);
    __shared__ int s[64];
    for (int i = 0; i < 10; i++)
        s[threadIdx.x] = i;
}

// expect: proved
__global__ void candidate()
{
    __shared__ int s[64];
    for (int i = 0; __candidate_invariant(i < 3), __invariant(__uniform_int(i)), i < 10; i++)
        s[threadIdx.x] = i;
}
