// Conditions of loops that assign and have commas; every place is the thread's own.
// kverify-test: block=32 grid=2

// expect: proved
__global__ void assigns(int *out)
{
    int n = 0, at;
    while ((at = n * 64 + blockIdx.x * 32 + threadIdx.x) < 256) {
        out[at] = n;
        n++;
    }
}

// expect: proved
__global__ void comma(int *out)
{
    int base = (blockIdx.x * 32 + threadIdx.x) * 4;
    for (int i = 0, at; at = base + i, i < 4; i++) out[at] = i;
}
