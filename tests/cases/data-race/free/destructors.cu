// As racy/destructors.cu, but that each thread's objects write to a place of its own, or wait for the others.
// kverify-test: block=64 grid=1

__device__ int slots[64];

struct Own {
    int n;
    __device__ Own(int n) : n(n) {}
    __device__ ~Own() { slots[n] = n; }
};
struct Holds {
    int value;
    Own own;
    __device__ Holds(int n) : value(n), own(n) {}
};

// expect: proved
__global__ void in_many_ways(int n)
{
    Holds object(threadIdx.x);
    if (threadIdx.x > 5) return;
    Own(threadIdx.x);
    for (int i = 0; i < n; ++i) {
        Own inner(threadIdx.x);
        if (i == 2) break;
    }
}

__device__ int take(Own own) { return own.n; }
__device__ Own make(int n) { return Own(n); }

// expect: proved
__global__ void through_calls(int *out)
{
    Own made = make(threadIdx.x);
    auto cast = Own(threadIdx.x);
    out[threadIdx.x] = take(Own(threadIdx.x));
}

template <class T> struct Boxed {
    T value;
    __device__ ~Boxed() { slots[value] = 1; }
};

// expect: proved
__global__ void of_an_instantiated_class() { Boxed<int> box{(int)threadIdx.x}; }

struct Waits {
    __device__ ~Waits() { __syncthreads(); }
};

// expect: proved
__global__ void that_waits(int *out)
{
    __shared__ int cells[64];
    {
        Waits waits;
        cells[threadIdx.x] = 1;
    }
    out[threadIdx.x] = cells[threadIdx.x ^ 1];
}
