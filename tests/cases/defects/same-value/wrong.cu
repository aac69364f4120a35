// LD, value-based: all write one value, so that memory does not tell; a warning.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void any(const int *a, int *found)
{
    if (a[threadIdx.x] == 3)
        found[0] = 1; //~ warning data-race block global write-write harm=benign
}
