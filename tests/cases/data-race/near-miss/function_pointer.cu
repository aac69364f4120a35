// Calls through pointers to functions.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int half(int t) { return t / 2; }
__device__ int mirrored(int t) { return 63 - t; }

// expect: proved
__global__ void chosen(int *out, int n)
{
    Place place = n > 3 ? same : mirrored;
    out[place(threadIdx.x)] = n + threadIdx.x;
}

// expect: proved
__global__ void never_called(int *out, int n)
{
    Place place = half;
    if (n > 3)
        place = same;
    else
        place = mirrored;
    out[place(threadIdx.x)] = n;
}
