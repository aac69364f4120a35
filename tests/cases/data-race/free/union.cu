// Bytes are put together after a barrier.
// kverify-test: block=64 grid=2

union Word {
    unsigned all;
    unsigned char byte[4];
};

// expect: proved
__global__ void k(unsigned *out)
{
    __shared__ Word w[16];
    unsigned t = threadIdx.x;
    w[t / 4].byte[t % 4] = t;
    __syncthreads();
    if (t % 4 == 0)
        out[blockIdx.x * 16 + t / 4] = w[t / 4].all;
}

struct Cell {
    int key;
    union { unsigned all; unsigned char byte[4]; };
    struct { short low, high; };
    __device__ void put(unsigned n, unsigned char value) { byte[n] = value; }
};

// Members of an anonymous structure and of an anonymous union beside each other, and beside a plain one.
// expect: proved
__global__ void anonymous(unsigned *out)
{
    __shared__ Cell w[16];
    unsigned t = threadIdx.x, kind = t % 4;
    Cell &mine = w[t / 4];
    if (kind == 0)
        mine.all = t;
    else if (kind == 1)
        mine.low = t;
    else if (kind == 2)
        mine.high = t;
    else
        mine.key = t;
    __syncthreads();
    w[t / 4].put(kind, t);
    __syncthreads();
    out[blockIdx.x * 64 + t] = mine.all + mine.low;
}

struct Packed {
    unsigned char first : 5;
    int second : 13;
    int : 0;
};
struct Counted : Packed {
    int count;
};

// Setting a structure to zero leaves what lies behind it alone.
// expect: proved
__global__ void beside_fields(int *out, Packed *all)
{
    unsigned t = blockIdx.x * 64 + threadIdx.x;
    all[t] = Packed{};
    Packed two[2] = {};
    Counted counted = {};
    all[t].second = two[t & 1].first + counted.count;
    out[t] = all[t].second;
}
