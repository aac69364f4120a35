// The instantiation asks for enough.
// kverify-test: block=64 grid=2

// expect: proved
template <typename T, int CELLS>
__global__ void k(T *out)
{
    __shared__ T s[CELLS];
    s[threadIdx.x % CELLS] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[CELLS - 1 - threadIdx.x]; //~ warning uninitialised-read
}

void host(int *a, double *b)
{
    k<int, 64><<<2, 64>>>(a);
    k<double, 128><<<2, 64>>>(b);
}
