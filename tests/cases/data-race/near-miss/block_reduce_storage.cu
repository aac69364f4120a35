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

// Two sorts with a barrier in between.
// expect: proved
__global__ void two_sorts(int *data) {
    typedef cub::BlockRadixSort<int, 64, 2> Sort;
    __shared__ typename Sort::TempStorage storage;
    int a[2] = {data[threadIdx.x], data[threadIdx.x + 64]};
    Sort(storage).Sort(a);
    __syncthreads();
    Sort(storage).Sort(a);
}

// Each warp has storage of its own.
// expect: proved
__global__ void loads_of_warps(const int *in, int *out) {
    typedef cub::WarpLoad<int, 2, cub::WARP_LOAD_TRANSPOSE> Load;
    typedef cub::WarpStore<int, 2, cub::WARP_STORE_TRANSPOSE> Store;
    __shared__ typename Load::TempStorage storage[2];
    __shared__ typename Store::TempStorage stored[2];
    int a[2], warp = threadIdx.x / 32;
    Load(storage[warp]).Load(in + warp * 64, a);
    Store(stored[warp]).Store(out + blockIdx.x * 128 + warp * 64, a);
}

// expect: proved
__global__ void own_part_long_before(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ union {
        typename Reduce::TempStorage storage;
        int own[64];
    } shared;
    shared.own[threadIdx.x] = threadIdx.x;
    int item = shared.own[threadIdx.x];
    __syncthreads();
    int sum = Reduce(shared.storage).Sum(item);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// expect: proved
__global__ void counted_after_a_barrier(const unsigned char *in, unsigned *out) {
    typedef cub::BlockHistogram<unsigned char, 64, 1, 256, cub::BLOCK_HISTO_ATOMIC> Histogram;
    __shared__ typename Histogram::TempStorage storage;
    __shared__ unsigned counts[256];
    unsigned char items[1] = {in[threadIdx.x]};
    Histogram(storage).InitHistogram(counts);
    __syncthreads();
    Histogram(storage).Composite(items, counts);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) out[blockIdx.x * 256 + i] = counts[i];
}
