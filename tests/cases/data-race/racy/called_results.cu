// Calls of the functions that calls give.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int half(int t) { return t / 2; }
__device__ Place chosen(bool halved) { return halved ? half : same; }

// expect: violated
__global__ void of_a_function(int *out)
{
    out[chosen(true)(threadIdx.x)] = threadIdx.x; //~ data-race block global write-write
}
