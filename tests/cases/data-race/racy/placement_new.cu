// Objects that are made in place.
// kverify-test: block=64 grid=1

struct Cell
{
    int value;
    __device__ Cell(int v) : value(v) {} //~ data-race block global write-write
};

// expect: violated
__global__ void half(Cell *out)
{
    new (out + threadIdx.x / 2) Cell(threadIdx.x);
}
