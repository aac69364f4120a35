// kverify-test: block=64 grid=4

// The template's argument is no object: which cell it is says the object, and that is the thread's.
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
    Writer writer{out, (int)((blockIdx.x + 1) * 64 - 1 - threadIdx.x)};
    writer.both(threadIdx.x);
}
