// A table of the thread's own is a permutation.
// kverify-test: block=4 grid=1

// expect: proved
__global__ void k(int *out)
{
    const int place[4] = { 2, 0, 3, 1 };
    out[place[threadIdx.x]] = threadIdx.x;
}
