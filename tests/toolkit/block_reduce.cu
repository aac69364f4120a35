// cub's block-wide reduction and its temporary storage.
#include <cub/cub.cuh>

// kverify: block=64 grid=2
__global__ void one_free(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[blockIdx.x * 64 + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// kverify: block=64 grid=2
__global__ void two_free(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    __syncthreads();
    int most = Reduce(storage).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x == 0) out[blockIdx.x] = sum + most;
}

// kverify: block=64 grid=2
__global__ void two_racy(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(in[threadIdx.x]);
    int most = Reduce(storage).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x == 0) out[blockIdx.x] = sum + most;
}
