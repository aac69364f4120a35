// Variables and arrays of a thread that are written before they are read.
// kverify-test: block=64 grid=1

// The same test stands before both.
// expect: proved
__global__ void same_test(int *a, int n)
{
    int x;
    if (n > 3)
        x = a[threadIdx.x];
    __syncthreads();
    if (n > 3)
        a[threadIdx.x] = x + 1;
}

// A flag tells.
// expect: proved
__global__ void flag(int *a)
{
    int x;
    bool has = false;
    for (int i = 0; i < 4; ++i)
        if (a[threadIdx.x + 64 * i] > 0) {
            x = i;
            has = true;
        }
    if (has)
        a[threadIdx.x] = x;
}

// The loop runs at least once.
// expect: proved
__global__ void once(int *a)
{
    int last;
    for (int i = 0; i < 4; ++i)
        last = a[threadIdx.x + 64 * i];
    a[threadIdx.x] = last;
}

// expect: proved
__global__ void array(int *a)
{
    int v[8];
    for (int i = 0; i < 8; ++i)
        v[i] = a[threadIdx.x + 64 * i];
    for (int i = 7; i > 0; --i)
        v[i - 1] += v[i];
    a[threadIdx.x] = v[0];
}

__device__ void both(int *x, int &y) { *x = 1; y = 2; }

// expect: proved
__global__ void by_address(int *a)
{
    int x, y;
    both(&x, y);
    a[threadIdx.x] = x + y;
}

struct Padded { char small; int large; };

// Copying a structure copies what lies between its members.
// expect: proved
__global__ void padding(Padded *p)
{
    Padded one;
    one.small = 1;
    one.large = 2;
    p[threadIdx.x] = one;
}

// expect: proved
__global__ void by_memset(int *a)
{
    int v[4];
    memset(v, 0, sizeof(v));
    a[threadIdx.x] = v[threadIdx.x % 4];
}

// expect: proved
__global__ void by_assembly(unsigned *a)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    a[threadIdx.x] = lane;
}

// expect: proved
__global__ void of_union(float *a)
{
    union { float f; unsigned bits; } u;
    u.f = a[threadIdx.x];
    u.bits &= 0x7fffffff;
    a[threadIdx.x] = u.f;
}

// expect: proved
__global__ void chosen(int *a)
{
    int x;
    switch (threadIdx.x % 3) {
    case 0: x = 1; break;
    case 1: x = 2; break;
    default: return;
    }
    a[threadIdx.x] = x;
}
