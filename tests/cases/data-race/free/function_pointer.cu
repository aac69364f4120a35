// A call through a pointer to a function, whose result is the thread's own cell.
// kverify-test: block=64 grid=1

__device__ int same(int t) { return t; }
__device__ int mirrored(int t) { return 63 - t; }

// expect: proved
__global__ void known(int *out)
{
    int (*place)(int) = mirrored;
    out[place(threadIdx.x)] = threadIdx.x;
}

// expect: proved
__global__ void one_after_the_other(int *out)
{
    int (*place)(int) = same;
    out[place(threadIdx.x)] = 1;
    __syncthreads();
    place = mirrored;
    out[place(threadIdx.x)] = 2;
}
