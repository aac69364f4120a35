// kverify-test: block=64 grid=4

// The method with template arguments, called without an object, works on the same object: its cell is the block's.
struct Writer {
    int *to;
    int cell;
    template <bool Twice> __device__ int value(int x) { return Twice ? 2 * x : x; }
    template <bool Twice> __device__ void put(int x) { to[cell] = value<Twice>(x); } //~ data-race block global write-write
    __device__ void both(int x) { put<true>(x); }
};

// expect: violated
__global__ void kernel(int *out)
{
    Writer writer{out, (int)(blockIdx.x)};
    writer.both(threadIdx.x);
}
