// Conditions of loops that assign and have commas.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void assigns(int *out)
{
    int i = threadIdx.x, at;
    while ((at = i) < 340) {
        out[at] = i;
        i += 32;
    }
}

// expect: proved
__global__ void comma(int *out)
{
    for (int i = 0, at; at = threadIdx.x * 2 + i, i < 2; i++)
        out[at] = i;
}

// expect: proved
__global__ void unused_read(float *out, float *in)
{
    float sum = 0;
    for (int i = 0; in[threadIdx.x], i < 4; i++)
        sum += i;
    in[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = sum;
}
