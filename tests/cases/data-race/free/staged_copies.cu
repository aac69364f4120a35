// Copies of a pipeline that a thread has to itself, of one stage.
// kverify-test: block=64 grid=1
#include <cuda/pipeline>

// expect: proved
__global__ void one_stage(int *out, const int *in)
{
    __shared__ int tile[64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    pipe.consumer_release();
}

// expect: proved
__global__ void all_stages(int *out, const int *in)
{
    __shared__ int tile[64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
