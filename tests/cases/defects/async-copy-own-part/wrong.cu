// racecheck: each thread waits for its own copies, and reads what another one copies.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>

// expect: violated
__global__ void load(const int *in, int *out)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int)); // @copy
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ data-race block shared read-write with @copy
}
