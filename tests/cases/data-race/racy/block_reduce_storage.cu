// kverify-test: block=64 grid=2
#include <cub/cub.cuh>

// Storage of a block-wide reduction that is used again at once: the first thread may still read.
// expect: violated
__global__ void two_sums(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int a = Reduce(storage).Sum(in[threadIdx.x]); // @first
    int b = Reduce(storage).Sum(in[threadIdx.x + 64]); //~ data-race block shared read-write with @first
    if (threadIdx.x == 0) out[blockIdx.x] = a * b;
}

// A scan and a load share their storage.
// expect: violated
__global__ void load_and_scan(const int *in, int *out) {
    typedef cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockScan<int, 64> Scan;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
    } storage;
    int items[2];
    Load(storage.load).Load(in, items); // @load
    Scan(storage.scan).InclusiveSum(items, items); //~ data-race block shared read-write with @load
    out[blockIdx.x * 128 + threadIdx.x * 2] = items[0];
    out[blockIdx.x * 128 + threadIdx.x * 2 + 1] = items[1];
}

// A sort hands items over by way of its storage, and so does the next.
// expect: violated
__global__ void two_sorts(int *data) {
    typedef cub::BlockRadixSort<int, 64, 2> Sort;
    __shared__ typename Sort::TempStorage storage;
    int a[2] = {data[threadIdx.x], data[threadIdx.x + 64]};
    Sort(storage).Sort(a); // @sorted
    Sort(storage).Sort(a); //~ data-race block shared read-write with @sorted
}

// The lanes of a warp exchange what they load, and two warps share the storage.
// expect: violated
__global__ void loads_of_warps(const int *in, int *out) {
    typedef cub::WarpLoad<int, 2, cub::WARP_LOAD_TRANSPOSE> Load;
    __shared__ typename Load::TempStorage storage;
    int a[2];
    Load(storage).Load(in + threadIdx.x / 32 * 64, a); //~ data-race block shared x2
    out[(blockIdx.x * 64 + threadIdx.x) * 2] = a[0];
    out[(blockIdx.x * 64 + threadIdx.x) * 2 + 1] = a[1];
}

// A histogram sorts by way of its storage, which a sum uses next.
// expect: violated
__global__ void histogram_and_sum(const int *in, int *out) {
    typedef cub::BlockHistogram<unsigned char, 64, 4, 256> Histogram;
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ union {
        typename Histogram::TempStorage histogram;
        typename Reduce::TempStorage reduce;
    } storage;
    __shared__ int counts[256];
    unsigned char items[4] = {1, 2, 3, (unsigned char)threadIdx.x};
    Histogram(storage.histogram).Histogram(items, counts); // @counted
    int sum = Reduce(storage.reduce).Sum(items[0]); //~ data-race block shared read-write with @counted
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Each thread finds its own items where it left them, but who exchanges again has to wait for all.
// expect: violated
__global__ void two_exchanges(const int *in, int *out) {
    typedef cub::BlockExchange<int, 64, 2> Exchange;
    __shared__ typename Exchange::TempStorage storage;
    int items[2] = {in[threadIdx.x * 2], in[threadIdx.x * 2 + 1]};
    Exchange(storage).BlockedToStriped(items, items); // @striped
    Exchange(storage).StripedToBlocked(items, items); //~ data-race block shared read-write with @striped
    out[blockIdx.x * 128 + threadIdx.x] = items[0];
}

// Where in its storage a primitive puts what, and which thread does, is not said: not where the thread's own part was before.
// expect: violated
__global__ void own_part_before(int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ union {
        typename Reduce::TempStorage storage;
        int own[64];
    } shared;
    shared.own[threadIdx.x] = threadIdx.x; // @own
    int item = shared.own[threadIdx.x]; // @read
    int sum = Reduce(shared.storage).Sum(item); //~ data-race block shared write-write with @own
    //~ data-race block shared read-write with @read
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// The counts are not added up behind a barrier.
// expect: violated
__global__ void counted_at_once(const unsigned char *in, unsigned *out) {
    typedef cub::BlockHistogram<unsigned char, 64, 1, 256, cub::BLOCK_HISTO_ATOMIC> Histogram;
    __shared__ typename Histogram::TempStorage storage;
    __shared__ unsigned counts[256];
    unsigned char items[1] = {in[threadIdx.x]};
    Histogram(storage).InitHistogram(counts); // @zero
    Histogram(storage).Composite(items, counts); //~ data-race block shared atomic-plain with @zero
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) out[blockIdx.x * 256 + i] = counts[i];
}
