// As in free/master.cu, said in other ways.
// kverify-test: block=16x4

// The deciding thread is found by its number in the block.
// expect: proved
__global__ void flat_number(unsigned *next, int *out)
{
    __shared__ unsigned base;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t == 0)
        base = atomicAdd(next, 64u);
    __syncthreads();
    out[base + t] = blockIdx.x;
}

// All threads store the same.
// expect: proved
__global__ void all_store(int *out, const int *start)
{
    __shared__ int base;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    base = blockIdx.x * 64; //~ warning data-race block shared write-write
    __syncthreads();
    out[base + t] = t;
}

// Kept from one iteration for the next.
// expect: proved
__global__ void last_of_three(int *out, int n)
{
    __shared__ int base;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k) {
        if (t == 63) {
            base = k;
            base = base * gridDim.x;
            base = (base + blockIdx.x) * 64;
        }
        __syncthreads();
        out[base + t] = k;
        __syncthreads();
    }
}
