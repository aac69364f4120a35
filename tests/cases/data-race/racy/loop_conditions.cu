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

// expect: violated
// What stands on the left of a comma is read, and not used.
__global__ void unused_read(float *out, float *in)
{
    float sum = 0;
    for (int i = 0; in[0], i < 4; i++) // @unused
        sum += i;
    in[threadIdx.x] = threadIdx.x; //~ data-race block global read-write with @unused
    out[threadIdx.x] = sum;
}
