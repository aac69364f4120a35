// kverify-test: block=64 grid=2
#include <cub/cub.cuh>

// expect: proved
__global__ void two_sums(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int a = Reduce(storage).Sum(in[threadIdx.x]);
    __syncthreads();
    int b = Reduce(storage).Sum(in[threadIdx.x + 64]);
    if (threadIdx.x == 0) out[blockIdx.x] = a * b;
}

// expect: proved
__global__ void load_and_scan(const int *in, int *out) {
    typedef cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockScan<int, 64> Scan;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
    } storage;
    int items[2];
    Load(storage.load).Load(in, items);
    __syncthreads();
    Scan(storage.scan).InclusiveSum(items, items);
    out[blockIdx.x * 128 + threadIdx.x * 2] = items[0];
    out[blockIdx.x * 128 + threadIdx.x * 2 + 1] = items[1];
}
