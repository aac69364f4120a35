// kverify-test: block=64 grid=1
// Casts of what a conversion returns, to places of their own and to values.

struct Cell {
    int *p;
    __device__ operator int &() const { return *p; }
};

// expect: proved
__global__ void own_places(int *out)
{
    Cell cell{out + threadIdx.x};
    (int &)cell = threadIdx.x;
}

// expect: proved
__global__ void a_value(int *out, int *in)
{
    Cell cell{in};
    out[threadIdx.x] = (int)cell + static_cast<int>(cell);
}
