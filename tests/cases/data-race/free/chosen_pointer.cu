// An element of whichever array a condition chooses.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void own_cell_of_either(int *y, int *z, int n)
{
    (n > 4 ? y : z)[threadIdx.x] = n;
}
