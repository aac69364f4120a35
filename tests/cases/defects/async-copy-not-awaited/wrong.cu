// racecheck: an asynchronous copy is still under way when its data are read.
// kverify-test: block=64 grid=1
#include <cuda_pipeline.h>

// expect: violated
__global__ void load(const int *in, int *out)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int)); // @copy
    __pipeline_commit();
    out[threadIdx.x] = s[threadIdx.x]; //~ data-race thread shared read-write with @copy
    __pipeline_wait_prior(0);
}
