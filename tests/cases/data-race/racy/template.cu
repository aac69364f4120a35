// The instantiation asks for fewer cells than the block has threads.
// kverify-test: block=64 grid=2

// expect: violated
template <int CELLS>
__global__ void k(int *out)
{
    __shared__ int s[CELLS];
    s[threadIdx.x % CELLS] = threadIdx.x; //~ data-race block shared write-write
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x % CELLS];
}

void host(int *out)
{
    k<48><<<2, 64>>>(out);
}
