// Conditions of loops that assign and have commas.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void assigns(int *out)
{
    int i = threadIdx.x, at;
    while ((at = i) < 34) {
        out[at] = threadIdx.x; //~ data-race block global write-write
        i += 2;
    }
}

// expect: violated
__global__ void comma(int *out)
{
    for (int i = 0, at; at = threadIdx.x + i, i < 2; i++)
        out[at] = i; //~ data-race block global write-write
}
