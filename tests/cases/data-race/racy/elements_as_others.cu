// What is said of an array's elements is not said of their parts.
// kverify-test: block=64 grid=1 assume="distinct(places) && monotone(rows)"

// expect: violated
// today: suspect, because replay draws elements of its own
__global__ void halves(int *out, const int *places, const int *rows)
{
    int i = threadIdx.x;
    out[((const unsigned short *)places)[2 * i + 1]] = i; //~ data-race block global write-write
}

// expect: violated
__global__ void rows_of_halves(int *out, const int *places, const int *rows)
{
    const short *starts = (const short *)rows;
    int i = threadIdx.x;
    for (int j = starts[i]; j < starts[i + 1]; j++)
        out[j] = i; //~ data-race block global write-write
}

// expect: violated
__global__ void across_elements(int *out, const int *places, const int *rows)
{
    int i = threadIdx.x;
    out[*(const int *)((const char *)places + 2 * i)] = i; //~ data-race block global write-write
}
