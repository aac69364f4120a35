// kverify-test: block=64 grid=1
// Casts to references of what a conversion or a function returns: the place, and no copy.

struct Cell {
    int *p;
    __device__ operator int &() const { return *p; }
};

__device__ int &cell_of(int *p) { return *p; }

// expect: violated
__global__ void by_conversion(int *out)
{
    Cell cell{out};
    (int &)cell = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void by_static_cast(int *out)
{
    Cell cell{out};
    *&static_cast<int &>(cell) = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void by_function(int *out)
{
    (unsigned &)cell_of(out) = threadIdx.x; //~ data-race block global write-write
}
