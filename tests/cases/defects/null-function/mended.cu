// It is.
// kverify-test: block=64 grid=1

__device__ int twice(int x) { return 2 * x; }

// expect: proved
__global__ void apply(int *a)
{
    int (*function)(int) = twice;
    if (threadIdx.x < 64)
        a[threadIdx.x] = function(a[threadIdx.x]);
}
