// Objects that are made in place.
// kverify-test: block=64 grid=1

struct Cell
{
    int value;
    __device__ Cell(int v) : value(v) {}
};

// expect: proved
__global__ void each(Cell *out)
{
    Cell *made = new (out + threadIdx.x) Cell(threadIdx.x);
    made->value += 1;
}

__device__ float __saturatef(float);

// A declaration that is there already.
// expect: proved
__global__ void clamped(float *p)
{
    p[threadIdx.x] = __saturatef(p[threadIdx.x]);
}
