// As many bins as threads ask for.
// kverify-test: block=64 grid=1

__device__ int bins[22];

// expect: proved
__global__ void count(const unsigned *a)
{
    atomicAdd(&bins[threadIdx.x / 3], 1);
}
