// The index is raised before it is used.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[130];
    int i = threadIdx.x * 2;
    s[i++] = 1; // @first
    s[++i] = 2 + threadIdx.x; //~ data-race block shared write-write with @first
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
