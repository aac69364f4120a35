// Calls through pointers to functions.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int half(int t) { return t / 2; }

// expect: violated
__global__ void chosen(int *out, int n)
{
    Place place = n > 3 ? same : half;
    out[place(threadIdx.x)] = n + threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void from_a_table(int *out)
{
    Place places[2] = {same, &half};
    out[places[threadIdx.x & 1](threadIdx.x)] = threadIdx.x; //~ data-race block global write-write
}
