// memcheck: an atomic operation past the end.
// kverify-test: block=64 grid=1

__device__ int bins[16];

// expect: violated
__global__ void count(const unsigned *a)
{
    atomicAdd(&bins[threadIdx.x / 3], 1); //~ out-of-bounds
}
