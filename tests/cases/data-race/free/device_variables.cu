// Constant memory is read only.
// kverify-test: block=64 grid=2

__constant__ int table[64];
__device__ int results[128];

// expect: proved
__global__ void k()
{
    results[blockIdx.x * 64 + threadIdx.x] = table[(threadIdx.x * 7) % 64];
}
