// Pointers that nobody can follow: never proved, whatever else is known of where they may point.

// kverify-test: block=64 grid=1

// expect: unknown
__global__ void addresses(const unsigned long long *where)
{
    int local[4];
    int *p = local;
    for (int i = 0; i < 2; ++i) {
        p[0] = threadIdx.x;
        p = (int *)where[i];
    }
}

__device__ int *slot(int i);

// expect: unknown
__global__ void from_elsewhere()
{
    int local[4];
    int *p = local;
    for (int i = 0; i < 2; ++i) {
        p[0] = threadIdx.x;
        p = slot(i);
    }
}

// expect: violated
__global__ void shuffled(int *a)
{
    int local[4];
    int *p = threadIdx.x == 0 ? a : local;
    int *q = local;
    for (int i = 0; i < 2; ++i) {
        q[0] = threadIdx.x; //~ data-race warp
        q = (int *)__shfl_sync(0xffffffff, (unsigned long long)p, 0);
    }
}

// expect: unknown
__global__ void exchanged(unsigned long long *slots)
{
    int local[4];
    int *p = local;
    for (int i = 0; i < 2; ++i) {
        p[0] = threadIdx.x;
        p = (int *)atomicExch(&slots[0], 0ull);
    }
}

struct Places {
    unsigned long long where[2];
};

// expect: unknown
__global__ void parameters(Places q)
{
    int local[2];
    int *p = local;
    for (int i = 0; i < 2; ++i) {
        p[0] = threadIdx.x;
        p = (int *)q.where[i];
    }
}

struct List {
    int *data;
    List *next;
};

__device__ void fill(List *l);

// Who is handed the list is handed what it points to.
// expect: unknown
__global__ void handed_along()
{
    __shared__ int s[64];
    List l;
    l.data = s;
    fill(&l);
    s[threadIdx.x] = 1;
}

// expect: violated
__global__ void halves(int *a, int *b, int c)
{
    unsigned w[2];
    unsigned long long x = (unsigned long long)(c ? a : b);
    w[0] = (unsigned)x;
    w[1] = (unsigned)(x >> 32);
    int *p;
    memcpy(&p, w, 8);
    p[0] = threadIdx.x; //~ data-race warp
}

// How far apart two arrays lie is not known, and counted in elements no address is left of it.
// expect: unknown
__global__ void distance(int *o)
{
    __shared__ int s[64], t[64];
    long long d = t - s;
    s[threadIdx.x + d] = threadIdx.x;
    o[threadIdx.x] = t[63 - threadIdx.x];
}
