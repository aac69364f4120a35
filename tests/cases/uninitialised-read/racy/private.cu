// Variables and arrays of a thread that are read before they are written.
// kverify-test: block=64 grid=1

// The loop may not run.
// expect: proved
__global__ void no_round(int *a)
{
    int last;
    for (unsigned i = 0; i < threadIdx.x; ++i)
        last = a[i + 64];
    a[threadIdx.x] = last; //~ warning uninitialised-read
}

// expect: proved
__global__ void one_too_few(int *a)
{
    int v[8];
    for (int i = 0; i < 7; ++i)
        v[i] = a[threadIdx.x + 64 * i];
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += v[i]; //~ warning uninitialised-read
    a[threadIdx.x] = sum;
}

// expect: proved
__global__ void no_case(int *a)
{
    int x;
    switch (threadIdx.x % 3) {
    case 0: x = 1; break;
    case 1: x = 2; break;
    }
    a[threadIdx.x] = x; //~ warning uninitialised-read
}

// A sum that nobody set to zero.
// expect: proved
__global__ void sum(int *a)
{
    int total;
    for (int i = 0; i < 4; ++i)
        total += a[threadIdx.x + 64 * i]; //~ warning uninitialised-read
    a[threadIdx.x] = total;
}
