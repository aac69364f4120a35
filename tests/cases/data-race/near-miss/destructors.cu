// As free/destructors.cu, but that something is destroyed before it matters, or as something else.
// kverify-test: block=64 grid=1

struct Waits {
    __device__ ~Waits() { __syncthreads(); }
};

// expect: violated
__global__ void waits_too_early(int *out)
{
    __shared__ int cells[64];
    {
        Waits waits;
    }
    cells[threadIdx.x] = 1;                    //~ data-race block shared read-write with @READ
    out[threadIdx.x] = cells[threadIdx.x ^ 1]; // @READ
}

// expect: violated
__global__ void waits_at_the_end_of_the_expression(int *out)
{
    __shared__ int cells[64];
    Waits(), cells[threadIdx.x] = 1;
    out[threadIdx.x] = cells[threadIdx.x ^ 1]; //~ data-race block shared read-write with @LATER
    {
        Waits waits;
        cells[threadIdx.x] = 2; // @LATER
    }
}

__device__ int slots[65];

struct Own {
    int n;
    __device__ Own(int n) : n(n) {}
    __device__ ~Own() { slots[n] = threadIdx.x; } //~ data-race block global write-write
};

// expect: violated
__global__ void with_another_number()
{
    Own own(threadIdx.x);
    own.n = threadIdx.x / 2;
}

// expect: proved
__global__ void with_the_same_number()
{
    Own own(threadIdx.x);
    own.n = threadIdx.x + 1;
}
