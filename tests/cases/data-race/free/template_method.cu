// kverify-test: block=64 grid=4

// A method that is called with template arguments and without an object is one of this object.
struct Writer {
    int *to;
    int cell;
    template <bool Twice> __device__ int value(int x) { return Twice ? 2 * x : x; }
    template <bool Twice> __device__ void put(int x) { to[cell] = value<Twice>(x); }
    __device__ void both(int x) { put<true>(x); }
};

// expect: proved
__global__ void kernel(int *out)
{
    Writer writer{out, (int)(blockIdx.x * 64 + threadIdx.x)};
    writer.both(threadIdx.x);
}
