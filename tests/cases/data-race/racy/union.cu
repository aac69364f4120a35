// The int and the bytes of a union are the same memory.
// kverify-test: block=64 grid=2

union Word {
    unsigned all;
    unsigned char byte[4];
};

// expect: violated
__global__ void k(unsigned *out)
{
    __shared__ Word w[16];
    unsigned t = threadIdx.x;
    w[t / 4].byte[t % 4] = t; // @byte
    if (t % 4 == 0)
        out[blockIdx.x * 16 + t / 4] = w[t / 4].all; //~ data-race block shared read-write with @byte
}

struct Cell {
    int key;
    union { unsigned all; unsigned char byte[4]; };
    struct { short low, high; };
    __device__ void put(unsigned n, unsigned char value) { byte[n] = value; } // @put
    __device__ unsigned get() const { return this->all; } //~ data-race block shared read-write with @put
};

// Members of anonymous structures and unions lie where the structure or union does.
// expect: violated
__global__ void anonymous(unsigned *out)
{
    __shared__ Cell w[16];
    unsigned t = threadIdx.x;
    Cell *mine = &w[t / 4];
    mine->byte[t % 4] = t; // @anonymous
    if (t % 4 == 0)
        out[blockIdx.x * 16 + t / 4] = w[t / 4].all; //~ data-race block shared read-write with @anonymous
}

// expect: violated
__global__ void by_methods(unsigned *out)
{
    __shared__ Cell w[16];
    unsigned t = threadIdx.x;
    w[t / 4].put(t % 4, t);
    if (t % 4 == 0)
        out[blockIdx.x * 16 + t / 4] = w[t / 4].get();
}
