// kverify-test: block=64 grid=1
// A table that is written down and that no host code speaks of holds what stands there, `const` or not, whoever reads it.
__constant__ int swapped[4] = {1, 0, 3, 2};
__constant__ unsigned char order[] = {3, 1, 2, 0};

// expect: proved
__global__ void by_a_table(int *a)
{
    int t = threadIdx.x;
    a[(t & ~3) + swapped[t & 3]] = t;
}

// expect: proved
__global__ void by_two_tables(int *a)
{
    int t = threadIdx.x;
    a[(t & ~3) + order[swapped[t & 3]]] = t;
}
