// A plain sum.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void add(int *a)
{
    int mine = a[threadIdx.x];
    mine += 1;
    a[threadIdx.x] = mine;
}
