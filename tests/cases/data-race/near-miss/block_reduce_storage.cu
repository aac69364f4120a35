// kverify-test: block=64 grid=2
#include <cub/cub.cuh>

// Each reduction has storage of its own, so nothing has to wait.
// expect: proved
__global__ void two_storages(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage first, second;
    int a = Reduce(first).Sum(in[threadIdx.x]);
    int b = Reduce(second).Reduce(in[threadIdx.x + 64], cub::Max());
    if (threadIdx.x == 0) out[blockIdx.x] = a * b;
}

// A warp's sums are shuffles: they use no storage.
// expect: proved
__global__ void warps(const int *in, int *out) {
    typedef cub::WarpReduce<int> Reduce;
    __shared__ typename Reduce::TempStorage storage[2];
    int a = Reduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x]);
    int b = Reduce(storage[threadIdx.x / 32]).Sum(in[threadIdx.x + 64]);
    if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = a * b;
}
